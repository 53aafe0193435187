import "server-only";
import type { Asked } from "../../lexicon/asked";
import type { Piece } from "../../description/text/pieces";

/** One member of a list. */
export type Member =
  /** Rows of their own, as likely as the weight says. `to`: whose they are; `inside`: their fields; `isJoined`: "and" stands before. */
  | {
      is: "noun";
      noun: string;
      weight: number;
      isTheirs: boolean;
      to: string[];
      inside?: Piece[];
      isOpen?: true;
      isJoined?: true;
    }
  | { is: "field"; phrase: string; of?: string }
  | { is: "asked"; asked: Asked }
  | { is: "refused"; noun: string }
  /** Whose the rows are of which the list tells. */
  | { is: "link"; to: string }
  /** Part of the screen or nothing at all: other readers have it. */
  | { is: "aside"; text: string };

/** Words in front of a noun that tell no other kind of thing. */
export const lead =
  /^(?:(?:and|also|plus|then|with|one|incl\.?|including|maybe|perhaps|optionally|finally|an?|the|some|all|my|our|each|every|different|various|multiple|several|many|new|list of|lists of|(?:form|overview|directory|register|archive|log|place|database|area|space) (?:for|of)|gallery of|page (?:for|with)|table (?:for|of)|section for|upcoming|anonymous|shared|common|joint|their|its|his|her|the)\s+)+/i;
