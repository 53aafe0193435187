import { type FormEvent, useRef, useState } from "react";
import { checkFields } from "@/features/runs/tool/check-fields";
import { type FieldValue, inputMax, type RunField, type ToolView } from "@/features/runs/schema";
import type { Issue } from "./call";
import { Field } from "./Field";

export type Entered = { input: string; fields: Record<string, FieldValue> };

type Props = {
  tool: ToolView;
  first: Entered;
  isBusy: boolean;
  /** What the server refused, by field. */
  issues: Issue[];
  onSubmit: (entered: Entered) => void;
};

type Step = { id: string; title: string; fields: RunField[] };

/** The fields by their steps; those that name none come first. Without steps there is one. */
export function stepsOf({ steps, fields }: Pick<ToolView, "steps" | "fields">): Step[] {
  if (steps.length === 0) return [{ id: "", title: "", fields }];
  const known = new Set(steps.map(({ id }) => id));
  const all = steps.map((step, index) => ({
    ...step,
    fields: fields.filter(({ stepId }) => stepId === step.id || (index === 0 && !known.has(stepId))),
  }));
  return all.filter((step, index) => index === 0 || step.fields.length > 0);
}

/** "A default input placeholder applies when none is set" (2-builder.md §3). */
const defaultPlaceholder = "Tell us what you need";

/** What a visitor enters: the main input, and the fields step by step. */
export function ToolForm({ tool, first, isBusy, issues, onSubmit }: Props) {
  const [input, setInput] = useState(first.input);
  const [fields, setFields] = useState(first.fields);
  const [found, setFound] = useState<Issue[]>([]);
  const [at, setAt] = useState(0);
  const [isOpen, setIsOpen] = useState(!tool.isInputCollapsed || first.input !== "");
  const form = useRef<HTMLFormElement>(null);
  const steps = stepsOf(tool);
  const isStepped = tool.isMultiStepInput && steps.length > 1;
  const isLast = !isStepped || at === steps.length - 1;
  const problemOf = (name: string) => [...found, ...issues].find(({ field }) => field === name)?.message;

  const focusOn = (selector: string) =>
    window.requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  const goTo = (step: number) => {
    setAt(step);
    setFound([]);
    focusOn("[data-step-title]");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { issues: wrong } = checkFields(
      tool,
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")),
    );
    const here = isStepped ? wrong.filter(({ field }) => steps[at]!.fields.some(({ name }) => name === field)) : wrong;
    setFound(here);
    if (here.length > 0) return focusOn(`[data-field="${CSS.escape(here[0]!.field)}"] :is(input, textarea, select)`);
    if (!isLast) return goTo(at + 1);
    onSubmit({ input, fields });
  };
  const mainInput = !tool.isInputHidden && (!isStepped || at === 0) && (
    <MainInput
      tool={tool}
      value={input}
      onChange={setInput}
      isOpen={isOpen}
      onOpen={() => setIsOpen(true)}
      problem={problemOf("input")}
    />
  );
  return (
    <form ref={form} onSubmit={submit} noValidate className="card" aria-label={tool.header}>
      {isStepped && (
        <div
          className="progress"
          role="progressbar"
          aria-label="Steps"
          aria-valuemin={1}
          aria-valuemax={steps.length}
          aria-valuenow={at + 1}
        >
          {steps.map(({ id }, index) => (
            <span key={id} data-done={index <= at || undefined} />
          ))}
        </div>
      )}
      {mainInput}
      {(isStepped ? [steps[at]!] : steps).map((step) => (
        <section key={step.id}>
          {(step.title || isStepped) && (
            <h2 tabIndex={-1} data-step-title="">
              {step.title || `Step ${at + 1}`}
              {isStepped && (
                <span className="optional">
                  {" "}
                  {at + 1} of {steps.length}
                </span>
              )}
            </h2>
          )}
          {step.fields.map((field) => (
            <Field
              key={field.name}
              tool={tool}
              field={field}
              value={fields[field.name]}
              problem={problemOf(field.name)}
              onChange={(value) =>
                setFields(({ [field.name]: _before, ...rest }) =>
                  value === undefined ? rest : { ...rest, [field.name]: value },
                )
              }
            />
          ))}
        </section>
      ))}
      <div className="row actions">
        {isStepped && at > 0 && (
          <button type="button" className="button" onClick={() => goTo(at - 1)}>
            Back
          </button>
        )}
        <button className="button main" disabled={isBusy}>
          {!isLast ? "Next" : isBusy ? "Starting…" : "Get my result"}
        </button>
      </div>
    </form>
  );
}

type MainInputProps = {
  tool: ToolView;
  value: string;
  onChange: (value: string) => void;
  isOpen: boolean;
  onOpen: () => void;
  problem: string | undefined;
};

function MainInput({ tool, value, onChange, isOpen, onOpen, problem }: MainInputProps) {
  const label = tool.inputLabel || "Your question";
  if (!isOpen)
    return (
      <button type="button" className="quiet" onClick={onOpen}>
        {tool.inputLabel ? `Add: ${tool.inputLabel}` : "Add more in your own words"}
      </button>
    );
  return (
    <div className="field" data-field="input">
      <label htmlFor="main-input">{label}</label>
      <textarea
        id="main-input"
        rows={3}
        maxLength={inputMax}
        value={value}
        placeholder={tool.inputPlaceholder || defaultPlaceholder}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "main-input-problem" : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem && (
        <p className="problem" id="main-input-problem">
          {problem}
        </p>
      )}
      {tool.examples.length > 0 && (
        <div className="chips" role="group" aria-label="Examples">
          {tool.examples.map((example) => (
            <button key={example} type="button" className="chip" onClick={() => onChange(example)}>
              {example}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
