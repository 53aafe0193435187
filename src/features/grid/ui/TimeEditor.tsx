"use client";
import { useRef, useState } from "react";
import type { ProvideEditorComponent } from "@glideapps/glide-data-grid";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import type { TimeCell } from "./time-cell";
import classes from "./grid.module.css";

/** Datetime editor: typed as in a spreadsheet, or picked in the browser's calendar. */
export const TimeEditor: ProvideEditorComponent<TimeCell> = ({ value: cell, initialValue, onChange }) => {
  const calendar = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialValue ?? cell.data.text);
  const write = (next: string) => {
    setText(next);
    onChange({ ...cell, data: { ...cell.data, text: next } });
  };
  return (
    <div className={classes.timeEditor}>
      <TextInput
        variant="unstyled"
        aria-label="Date and time"
        placeholder="2026-12-31 17:30"
        autoFocus
        value={text}
        onFocus={({ currentTarget }) => initialValue === undefined && currentTarget.select()}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Open the calendar"
        onClick={() => calendar.current?.showPicker()}
      >
        <IconCalendar size={16} />
      </ActionIcon>
      <input
        ref={calendar}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden
        className={classes.calendar}
        value={text.trim().replace(" ", "T")}
        onChange={({ currentTarget }) => write(currentTarget.value.replace("T", " "))}
      />
    </div>
  );
};
