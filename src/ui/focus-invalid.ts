"use client";

const invalid = "[aria-invalid=true]";

/** Submitting a form leads to the first of its fields that is marked as invalid by that: where one types next. */
function leadToInvalid({ target }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement)) return;
  const known = new Set(target.querySelectorAll(invalid));
  // After the marks are rendered.
  window.setTimeout(() => {
    const marked = [...target.querySelectorAll<HTMLElement>(invalid)].filter((field) => !known.has(field));
    if (!marked.some((field) => field === document.activeElement)) marked[0]?.focus();
  });
}

// Capture: the marks before the form's own handler ran.
if (typeof document !== "undefined") document.addEventListener("submit", leadToInvalid, { capture: true });
