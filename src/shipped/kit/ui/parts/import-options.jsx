import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { manyIn, optionLabel } from "@/lib/fields";
import { wordKey } from "@/lib/import-rows";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Meanings, Read, Strange } from "@/lib/import-rows"
 */

const shownMax = 20;

/**
 * Words of a file that none of a field's options says, each with the option to take for it.
 * @param {{ entity: Entity, found: Read, onChoose: (meanings: Meanings) => void }} props
 */
export function ImportOptions({ entity, found: { strange, meanings }, onChoose }) {
  if (strange.length === 0) return null;
  const more = strange.length - shownMax;
  return (
    <fieldset className="max-h-[40vh] space-y-2 overflow-y-auto">
      <legend className="mb-2 text-sm font-medium">Words that are no option here</legend>
      {strange.slice(0, shownMax).map(({ field, text, count }) => {
        const key = wordKey(field, text);
        return (
          <div key={key} className="grid grid-cols-2 items-center gap-3 px-0.5 text-sm">
            <span className="min-w-0">
              <span className="block truncate">“{text}”</span>
              <span className="block truncate text-xs text-muted-foreground">
                {field.label}, {count.toLocaleString()} {count === 1 ? "row" : "rows"}
              </span>
            </span>
            <select
              aria-label={`${field.label} “${text}”`}
              className="h-9 w-full min-w-0 rounded-md border border-input bg-background px-2 text-sm text-foreground outline-none focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/50"
              value={String(meanings[key] ?? "")}
              onChange={(event) => {
                const option = field.options.find((one) => String(one) === event.target.value);
                const { [key]: _, ...others } = meanings;
                onChoose(option === undefined ? others : { ...others, [key]: option });
              }}
            >
              <option value="">Leave empty</option>
              {field.options.map((option) => (
                <option key={String(option)} value={String(option)}>
                  {optionLabel(option)}
                </option>
              ))}
            </select>
          </div>
        );
      })}
      {more > 0 && <p className="text-xs text-muted-foreground">{more.toLocaleString()} more words are left empty.</p>}
      <NewOptions entity={entity} strange={strange.filter(({ field, text }) => !(wordKey(field, text) in meanings))} />
    </fieldset>
  );
}

/** What makes options of words: "add the options Offen, Erledigt to status of tasks". @param {Entity} entity @param {Strange[]} strange */
function requestFor(entity, strange) {
  const fields = [...new Set(strange.map(({ field }) => field))];
  const wordsOf = (/** @type {Strange["field"]} */ of) =>
    strange.flatMap(({ field, text }) => (field === of ? text : []));
  return fields
    .map((field) => {
      const words = wordsOf(field);
      return `add the ${words.length === 1 ? "option" : "options"} ${words.join(", ")} to ${field.label.toLowerCase()} of ${manyIn(entity)}`;
    })
    .join("\n");
}

/** Options are the app's, not the rows': who builds it can add them, and nobody else. @param {{ entity: Entity, strange: Strange[] }} props */
function NewOptions({ entity, strange }) {
  const [mayBuild, setMayBuild] = useState(false);
  const [copied, setCopied] = useState("");
  useEffect(() => {
    void entity.access().then((access) => setMayBuild(access.mayBuild));
  }, [entity]);
  if (strange.length === 0) return null;
  if (!mayBuild)
    return (
      <p className="text-xs text-muted-foreground">
        New options can be added only by whoever builds this app. Import once they are there, or choose what comes
        close.
      </p>
    );
  const request = requestFor(entity, strange);
  const copy = () =>
    navigator.clipboard.writeText(request).then(
      () => setCopied(request),
      () => setCopied("none"),
    );
  // A toast would cover the dialog's buttons.
  const said =
    copied === request ? "Copied" : copied === "none" ? "Could not be copied: select it above" : "Copy the request";
  return (
    <div className="space-y-2 text-xs text-muted-foreground">
      <p>You build this app, and can make options of them: send this to the assistant, then choose the file again.</p>
      <p className="rounded-md bg-muted px-2 py-1.5 whitespace-pre-wrap break-words text-foreground">{request}</p>
      <Button type="button" variant="outline" size="sm" onClick={() => void copy()}>
        {said}
      </Button>
    </div>
  );
}
