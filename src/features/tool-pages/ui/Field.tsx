import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { FieldValue, Measure, RunField, ToolView } from "@/features/runs/schema";
import { appPath, call, CallError, toolPath } from "./call";
import { PlaceInput } from "./PlaceInput";

type Props = {
  field: RunField;
  value: FieldValue | undefined;
  onChange: (value: FieldValue | undefined) => void;
  problem: string | undefined;
  tool: ToolView;
};

/** One field of a form with its label, its hint and what is wrong with it. */
export function Field(props: Props) {
  const { field, problem } = props;
  const id = useId();
  const isGroup = field.type === "multiselect" || (field.type === "select" && areChips(field));
  const described = [field.instructions && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const label = (
    <>
      {field.label}
      {!field.isRequired && <span className="optional"> optional</span>}
    </>
  );
  const rest = (
    <>
      {field.instructions && (
        <p className="hint" id={`${id}-hint`}>
          {field.instructions}
        </p>
      )}
      <Control {...props} id={id} described={described} />
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </>
  );
  if (isGroup)
    return (
      <fieldset className="field" data-field={field.name} aria-describedby={described || undefined}>
        <legend>{label}</legend>
        {rest}
      </fieldset>
    );
  return (
    <div className="field" data-field={field.name}>
      <label htmlFor={id}>{label}</label>
      {rest}
    </div>
  );
}

/** Few short options lie open; many are a list. */
const areChips = ({ options }: RunField) =>
  options.length <= 8 && options.every(({ label }) => label.length <= 30) && options.length > 0;

function Control(props: Props & { id: string; described: string }): ReactNode {
  const { field, value, onChange, problem, id, described } = props;
  const common = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": problem ? true : undefined,
    "aria-required": field.isRequired || undefined,
    placeholder: field.placeholder || undefined,
  };
  const text = typeof value === "string" ? value : "";
  switch (field.type) {
    case "long_text":
      return <textarea {...common} rows={4} value={text} onChange={({ target }) => onChange(target.value)} />;
    case "number":
      return (
        <input
          {...common}
          inputMode="decimal"
          value={typeof value === "number" || typeof value === "string" ? value : ""}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case "select":
    case "multiselect":
      return <Options {...props} />;
    case "height":
    case "weight":
      return <MeasureInput {...props} common={common} />;
    case "photo":
      return <Photo {...props} />;
    case "tool_item_select":
      return <EarlierResult {...props} />;
    case "place":
      return <PlaceInput {...common} path={props.tool.path} value={text} onChange={onChange} />;
    default:
      return (
        <input
          {...common}
          type={field.type === "email" ? "email" : "text"}
          autoComplete={field.type === "email" ? "email" : undefined}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

function Options({ field, value, onChange, id, described }: Props & { id: string; described: string }) {
  const isMany = field.type === "multiselect";
  const chosen = Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
  if (!isMany && !areChips(field))
    return (
      <select
        id={id}
        aria-describedby={described || undefined}
        value={chosen[0] ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">Choose…</option>
        {field.options.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    );
  const toggle = (label: string) => {
    const next = chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label];
    onChange(isMany ? next : label);
  };
  return (
    <div className="chips">
      {field.options.map(({ label, iconUrl }) => (
        <label key={label} className="chip">
          <input
            type={isMany ? "checkbox" : "radio"}
            name={id}
            checked={chosen.includes(label)}
            onChange={() => toggle(label)}
          />
          {/^(https?:\/\/|\/files\/)/.test(iconUrl) && <img src={iconUrl} alt="" />}
          <span>{label}</span>
        </label>
      ))}
      {!isMany && !field.isRequired && chosen.length > 0 && (
        <button type="button" className="quiet" onClick={() => onChange(undefined)}>
          Clear
        </button>
      )}
    </div>
  );
}

const unitNames = { cm: "cm", in: "inches", kg: "kg", lb: "pounds" };

function MeasureInput({ field, value, onChange, common }: Props & { common: Record<string, unknown> }) {
  const units: Measure["unit"][] = field.type === "height" ? ["cm", "in"] : ["kg", "lb"];
  const given = typeof value === "object" && !Array.isArray(value) ? value : undefined;
  const [unit, setUnit] = useState<Measure["unit"]>(given?.unit ?? units[0]!);
  const [text, setText] = useState(given ? String(given.value) : "");
  const tell = (nextText: string, nextUnit: Measure["unit"]) => {
    setText(nextText);
    setUnit(nextUnit);
    const number = Number(nextText.replace(",", "."));
    onChange(nextText.trim() === "" ? undefined : Number.isNaN(number) ? nextText : { value: number, unit: nextUnit });
  };
  return (
    <div className="measure">
      <input {...common} inputMode="decimal" value={text} onChange={({ target }) => tell(target.value, unit)} />
      <select
        aria-label={`Unit of ${field.label}`}
        value={unit}
        onChange={({ target }) => tell(text, target.value as Measure["unit"])}
      >
        {units.map((one) => (
          <option key={one} value={one}>
            {unitNames[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

const photoBytesMax = 9_999_999;

/** A photo from the camera or a file: stored at once, and named by its address. */
function Photo({ field, value, onChange, id, described }: Props & { id: string; described: string }) {
  const [state, setState] = useState<"idle" | "busy">("idle");
  const [problem, setProblem] = useState("");
  const address = typeof value === "string" ? value : undefined;
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (!file.type.startsWith("image/")) return setProblem("Choose a picture");
    if (file.size > photoBytesMax) return setProblem("File size to large");
    setState("busy");
    setProblem("");
    try {
      const path = appPath(`/uploads?name=${encodeURIComponent(file.name)}`);
      const { file_url: url } = await call<{ file_url: string }>("POST", path, { bytes: file });
      onChange(new URL(url).pathname);
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : "Failed to upload image. Please try again.");
    }
    setState("idle");
  };
  const picker = (words: string, isCamera: boolean) => (
    <label className="button" aria-disabled={state === "busy"}>
      <input
        id={isCamera ? undefined : id}
        aria-describedby={described || undefined}
        type="file"
        accept="image/*"
        capture={isCamera ? "environment" : undefined}
        className="unseen"
        disabled={state === "busy"}
        onChange={({ target }) => void take(target.files?.[0]).finally(() => (target.value = ""))}
      />
      {words}
    </label>
  );
  return (
    <div className="photo">
      {address && <img src={address} alt={`${field.label}, as uploaded`} />}
      <div className="row">
        {picker(address ? "Choose another" : "Upload a photo", false)}
        {picker("Take a photo", true)}
        {address && (
          <button type="button" className="quiet" onClick={() => onChange(undefined)}>
            Remove
          </button>
        )}
        {state === "busy" && <span role="status">Uploading…</span>}
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

type Item = { runId: string; title: string; createdAt: string };

/** One of the visitor's own results, of this tool or of the one that the field names. */
function EarlierResult({ field, value, onChange, tool, id, described }: Props & { id: string; described: string }) {
  const [items, setItems] = useState<Item[]>();
  const path = tool.tools.find(({ toolId }) => toolId === field.toolId)?.path ?? tool.path;
  const asked = useRef("");
  useEffect(() => {
    if (asked.current === path) return;
    asked.current = path;
    call<{ items: Item[] }>("GET", toolPath(path, "/runs")).then(
      (page) => setItems(page.items),
      () => setItems([]),
    );
  }, [path]);
  if (items?.length === 0) return <p className="hint">You have no results to choose from yet.</p>;
  return (
    <select
      id={id}
      aria-describedby={described || undefined}
      disabled={!items}
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{items ? "Choose…" : "Loading…"}</option>
      {items?.map(({ runId, title, createdAt }) => (
        <option key={runId} value={runId}>
          {title} ({new Date(createdAt).toLocaleDateString("en-US", { month: "short", day: "numeric" })})
        </option>
      ))}
    </select>
  );
}
