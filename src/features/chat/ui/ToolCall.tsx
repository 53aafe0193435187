"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Collapse, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconChevronRight, IconEye, IconTool } from "@tabler/icons-react";
import { lookLabel } from "@/features/inspections/rules";
import { isMending } from "../group-actions";
import { autoFixNotice, type ChatPart } from "../read-message";
import classes from "./messages.module.css";

const Lightbox = dynamic(() => import("@/ui/Lightbox").then((file) => file.Lightbox), { ssr: false });

type Tool = Extract<ChatPart, { kind: "tool" }>;

const fieldOf = (value: unknown, name: string): string | undefined => {
  const field: unknown =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof field === "string" ? field : undefined;
};

/** The check of an answer that found something, which is being mended. */
function Findings({ summary, text }: { summary: string; text: string }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.notice}>
      <p className={classes.noticeText}>{autoFixNotice}</p>
      <UnstyledButton className={classes.asideHead} aria-expanded={isOpen} onClick={toggle}>
        {summary}
        <IconChevronRight size={12} className={classes.asideChevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <pre className={classes.json}>{text}</pre>
      </Collapse>
    </div>
  );
}

/** A picture that was taken of a page: only from our own server. */
function TakenPicture({ src, name }: { src: string; name: string }) {
  const [isShown, { open, close }] = useDisclosure(false);
  if (!/^\/api\/apps\/[^/]+\/chat\/attachments\/[a-z0-9]+$/.test(src)) return null;
  return (
    <>
      <UnstyledButton className={classes.taken} aria-label={`Show: ${name}`} onClick={open}>
        <img src={src} alt={name} loading="lazy" />
      </UnstyledButton>
      {isShown && <Lightbox src={src} name={name} onClose={close} />}
    </>
  );
}

/** What was looked at, in one line that opens to the answer. */
export function ToolCall({ part }: { part: Tool }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const doing = lookLabel(part.name, part.input);
  const title = fieldOf(part.output, "summary") ?? doing ?? part.name;
  const text =
    fieldOf(part.output, "text") ??
    (typeof part.output === "string"
      ? part.output
      : JSON.stringify({ input: part.input, output: part.output }, null, 2));
  if (isMending(part)) return <Findings summary={title} text={text} />;
  const picture = fieldOf(part.output, "picture");
  const Icon = part.state === "failed" ? IconAlertTriangle : doing ? IconEye : IconTool;
  return (
    <div className={classes.aside}>
      <UnstyledButton
        className={classes.asideHead}
        aria-expanded={isOpen}
        disabled={part.state === "running"}
        onClick={toggle}
      >
        <Icon size={14} aria-hidden />
        <span className={classes.lookTitle}>
          {title}
          {part.state === "running" ? "…" : part.state === "failed" ? ": not possible" : ""}
        </span>
        {part.state !== "running" && (
          <IconChevronRight size={12} className={classes.asideChevron} data-open={isOpen || undefined} aria-hidden />
        )}
      </UnstyledButton>
      {picture !== undefined && <TakenPicture src={picture} name={title} />}
      <Collapse expanded={isOpen}>
        <pre className={classes.json}>{text}</pre>
      </Collapse>
    </div>
  );
}

/** A run of looks as one line that expands to them. */
export function ToolCalls({ parts }: { parts: Tool[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.aside}>
      <UnstyledButton className={classes.asideHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconEye size={14} aria-hidden />
        Looked {parts.length} times
        <IconChevronRight size={12} className={classes.asideChevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.looks}>
          {parts.map((part, index) => (
            // Looks are never reordered.
            <ToolCall key={index} part={part} />
          ))}
        </div>
      )}
    </div>
  );
}
