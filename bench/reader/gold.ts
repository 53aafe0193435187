/** How labelled changes come out, also where the labels themselves are the reading: what the tagger cannot be blamed for. */
import { normalize } from "@/offline/language/normalize";
import { differencesBetween } from "@/offline/request/differences/between";
import type { ReadRequests } from "@/offline/change/read-learned";
import { type Request, spansOf } from "@/offline/learned/requests/reading/read-requests";
import { sceneOf } from "@/offline/learned/requests/reading/scene";
import { sortOf } from "@/offline/learned/requests/reading/sorts";
import { type Draft, notDone } from "@/offline/draft/draft";
import { understand } from "@/offline/understand";
import { compared } from "../../tests/offline/corpus/score";
import { detailSaid, type Label, type LabelledChange, tagged } from "./change-labels";
import { expectedOf } from "./expected";

/** As sure as nothing that was learned. */
const margin = 99;

/** Reads a message, or a clause of it, by the labels whose words stand in it. */
const readByLabels =
  (labels: readonly Label[], refused: (sort: string, why: string) => void): ReadRequests =>
  (text, app) => {
    const scene = sceneOf(text, app);
    const { row, spans } = tagged(
      scene,
      labels.map((label) => (text.includes(label.said) ? label : { ...label, said: normalize(label.said) })),
    );
    const named = spansOf(row);
    const requests = spans.map(({ from, to, label: { sort, args } }): Request => ({
      from,
      to,
      sort,
      margin,
      names: named.find((one) => one.from === from)?.names ?? [],
      details: Object.fromEntries(
        (sortOf(sort).details ?? []).map((detail) => [detail, { value: detailSaid(detail, args), margin }]),
      ),
    }));
    return { scene, requests, refused };
  };

type Outcome = "right" | "declined" | "silent";
type Carried = {
  outcome: Outcome;
  /** Of each request, in their order. */
  requests: { sort: string; outcome: Outcome; missing: string[] }[];
  lines: string[];
  more: string[];
  said: string[];
  /** Why requests were not carried out as they were read, which may have been of no account. */
  refusals: string[];
};

const told = ({ skipped, unclear, already, answers }: Draft) => [...skipped, ...unclear, ...already, ...answers];

function carried({ say, model, labels, sorts }: LabelledChange, isByLabels: boolean): Carried {
  const refusals: string[] = [];
  const note = (sort: string, why: string) => refusals.push(`${sort}: ${why}`);
  const draft = understand(say, model, [], undefined, isByLabels ? readByLabels(labels, note) : undefined);
  const lines = [
    ...differencesBetween(model, draft.model).map(({ line }) => line),
    ...draft.seeds.map(({ entity, count }) => `rows ${entity} ${count}`),
  ];
  const said = told(draft);
  const expected = sorts.map(expectedOf);
  const { missing, more } = compared(
    expected.flatMap(({ wanted }) => wanted),
    lines,
    said.join(" "),
  );
  const unasked = more.filter((line) => !expected.some(({ brings }) => brings?.test(line)));
  const isTold = said.length > 0;
  const requests = sorts.map(({ sort }, at) => {
    const lacks = missing.filter((line) => expected[at]!.wanted.includes(line));
    // What nobody builds must be said to be so; a question has its answer.
    const isRight =
      sort === "cannot" ? notDone(draft) > 0 : sort === "question" || sort === "undo" || lacks.length === 0;
    return { sort, missing: lacks, outcome: isRight ? "right" : isTold ? "declined" : "silent" } as const;
  });
  const isRight = requests.every(({ outcome }) => outcome === "right") && unasked.length === 0;
  return {
    outcome: isRight ? "right" : isTold || lines.length === 0 ? "declined" : "silent",
    requests,
    lines,
    more: unasked,
    said,
    refusals: [...new Set(refusals)],
  };
}

const percent = (count: number, all: number) => `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;

/**
 * Prints how messages and each sort of request come out; with `isShown` each message that is not right.
 * @param isByLabels they are read by their labels, and not as it was learned
 */
export function tellCarried(examples: readonly LabelledChange[], isShown: boolean, isByLabels: boolean): void {
  const rows = new Map<string, Record<Outcome, number>>();
  const count = (name: string, outcome: Outcome) => {
    const row = rows.get(name) ?? { right: 0, declined: 0, silent: 0 };
    row[outcome] += 1;
    rows.set(name, row);
  };
  for (const example of examples) {
    const found = carried(example, isByLabels);
    count("all messages", found.outcome);
    for (const { sort, outcome } of found.requests) count(sort, outcome);
    if (!isShown || found.outcome === "right") continue;
    console.log(`${found.outcome} · ${example.file} · ${example.say.replaceAll("\n", "\\n")}`);
    for (const { sort, missing } of found.requests) console.log(`    ${sort} ${missing.join(" ; ")}`);
    for (const line of found.more) console.log(`    too much: ${line}`);
    console.log(`    refused: ${found.refusals.join(", ")}`);
    console.log(`    did: ${found.lines.join(" ; ")}`);
    console.log(`    said: ${found.said.join(" ").slice(0, 300)}`);
  }
  const sorted = [...rows].sort(([, one], [, other]) => other.declined + other.silent - one.declined - one.silent);
  console.table(
    Object.fromEntries(
      sorted.map(([name, { right, declined, silent }]) => {
        const all = right + declined + silent;
        return [name, { all, right, "right %": percent(right, all), declined, "wrong in silence": silent }];
      }),
    ),
  );
}
