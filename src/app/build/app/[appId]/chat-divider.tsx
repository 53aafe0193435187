"use client";
import { chatWidths } from "./chat-view";
import classes from "./editor.module.css";

const stepPx = 16;
const clamp = (width: number) => Math.round(Math.min(chatWidths.max, Math.max(chatWidths.min, width)));

/** Divider of chat and panel: drag, arrow keys, double click to reset. */
export function ChatDivider({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  return (
    <div
      className={classes.divider}
      role="separator"
      tabIndex={0}
      aria-label="Width of the chat"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={chatWidths.min}
      aria-valuemax={chatWidths.max}
      // Capture the pointer, or the preview's iframe would swallow the drag.
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const chat = event.currentTarget.previousElementSibling;
        if (!event.currentTarget.hasPointerCapture(event.pointerId) || !chat) return;
        onWidth(clamp(event.clientX - chat.getBoundingClientRect().left));
      }}
      onDoubleClick={() => onWidth(chatWidths.usual)}
      onKeyDown={({ key }) => {
        const step = key === "ArrowLeft" ? -stepPx : key === "ArrowRight" ? stepPx : 0;
        if (step !== 0) onWidth(clamp(width + step));
        else if (key === "Home") onWidth(chatWidths.min);
        else if (key === "End") onWidth(chatWidths.max);
      }}
    />
  );
}
