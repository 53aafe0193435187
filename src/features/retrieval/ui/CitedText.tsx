"use client";
import { createContext, Fragment, useContext } from "react";
import { UnstyledButton } from "@mantine/core";
import classes from "./cited-passages.module.css";
import { PassagePopover, type ShownPassage } from "./PassagePopover";

/** The passages that the texts below may cite by number. */
export const CitablePassages = createContext<readonly ShownPassage[]>([]);

/** A text whose [1] open the passages that they cite; other brackets stay as they are. */
export function CitedText({ text }: { text: string }) {
  const passages = useContext(CitablePassages);
  if (passages.length === 0 || !text.includes("[")) return text;
  return text.split(/(\[\d{1,3}\])/).map((piece, index) => {
    const number = /^\[(\d{1,3})\]$/.exec(piece)?.[1];
    const passage = number === undefined ? undefined : passages.find((one) => one.number === Number(number));
    if (!passage) return <Fragment key={index}>{piece}</Fragment>;
    return (
      <PassagePopover key={index} passage={passage}>
        <UnstyledButton
          component="button"
          className={classes.citation}
          aria-label={`Citation ${passage.number}: ${passage.heading || "Passage"}`}
        >
          {piece}
        </UnstyledButton>
      </PassagePopover>
    );
  });
}
