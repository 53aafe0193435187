"use client";
import { UnstyledButton } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import classes from "./cited-passages.module.css";
import { PassagePopover, type ShownPassage } from "./PassagePopover";

/** The passages of data sources that an answer rests on; each opens where it is pressed. */
export function CitedPassages({ passages }: { passages: ShownPassage[] }) {
  if (passages.length === 0) return null;
  return (
    <div className={classes.list} role="group" aria-label="Sources">
      {passages.map((passage) => {
        const heading = passage.heading || "Passage";
        return (
          <PassagePopover key={passage.number} passage={passage}>
            <UnstyledButton className={classes.chip} aria-label={`Source ${passage.number}: ${heading}`}>
              <IconQuote size={13} aria-hidden />
              <span className={classes.heading}>
                {passage.number} {heading}
              </span>
            </UnstyledButton>
          </PassagePopover>
        );
      })}
    </div>
  );
}
