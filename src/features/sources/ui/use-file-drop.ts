"use client";
import { type DragEvent, useState } from "react";

/**
 * Files dropped on an element.
 * @param isOn whether it takes them now: events of a dialog over it arrive here, too, by React's tree
 * @returns the element's handlers, and whether files are held over it
 */
export function useFileDrop(isOn: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes("Files");
  return {
    isOver,
    events: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
