import { useEffect } from "react";
import { reportError } from "./report.js";

/**
 * Shown in place of what cannot run: which file, which line, what is wrong.
 * @param {{ title: string, lines: string[] }} props
 */
export function ProblemCard({ title, lines }) {
  return (
    <div
      role="alert"
      style={{
        margin: 16,
        padding: 16,
        border: "1px solid #fca5a5",
        borderRadius: 10,
        background: "#fef2f2",
        color: "#7f1d1d",
        font: "14px/1.5 ui-sans-serif, system-ui, sans-serif",
      }}
    >
      <strong>{title}</strong>
      {lines.map((line) => (
        <div
          key={line}
          style={{
            marginTop: 6,
            fontFamily: "ui-monospace, monospace",
            fontSize: 12,
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
          }}
        >
          {line}
        </div>
      ))}
    </div>
  );
}

/** @typedef {{ file: string, line?: number, message: string }} Problem */

/** @param {Problem} problem */
const place = ({ file, line }) => (line ? `${file}:${line}` : file);

/**
 * A component that stands in for a file with problems.
 * @param {Problem[]} problems
 */
export function problemComponent(problems) {
  return function Problem() {
    useEffect(() => {
      for (const problem of problems)
        reportError({ title: problem.message, details: place(problem), componentName: problem.file });
    }, []);
    return (
      <ProblemCard
        title="This part of the app has a problem"
        lines={problems.map((problem) => `${place(problem)}  ${problem.message}`)}
      />
    );
  };
}
