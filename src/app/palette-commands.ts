import type { ReactNode } from "react";

/** One entry of the command palette. */
export type Command = {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  /** Synonyms to search by. */
  words?: string;
  run: () => void;
};

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Matches when every typed word is a prefix of a word of the command. */
export function matchCommands(commands: Command[], typed: string): Command[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return commands;
  return commands.filter(({ label, group, words = "" }) => {
    const own = plain(`${label} ${group} ${words}`).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}
