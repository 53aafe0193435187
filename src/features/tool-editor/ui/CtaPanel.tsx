"use client";
import { definitionShape } from "@/features/tools/schema";
import { DraftText } from "./DraftText";
import { PanelFrame } from "./PanelFrame";

const linkIssue = (link: string) =>
  definitionShape.ctaLink.safeParse(link).success ? undefined : "Enter a link that starts with https://";

/** "Call to action: ctaMessage, ctaButton, ctaLink" (2-builder.md §3). */
export function CtaPanel({ onDone }: { onDone: () => void }) {
  return (
    <PanelFrame title="Call to action" lead="Stands below every result." onDone={onDone}>
      <DraftText name="ctaMessage" label="Message" rows={2} max={500} placeholder="Want this cooked for you?" />
      <DraftText name="ctaButton" label="Button" max={60} placeholder="Book a call" />
      <DraftText name="ctaLink" label="Link" max={2_000} placeholder="https://" check={linkIssue} />
    </PanelFrame>
  );
}
