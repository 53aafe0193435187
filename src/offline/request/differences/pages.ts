import "server-only";
import { type AppModel, type Chart, entityOf, type Opening, usualOpening, type View } from "../../model/app-model";
import { listed } from "../../language/inflect";
import { manyOf } from "../../draft/draft";
import { type Difference, reasonWords, same } from "./difference";

const chartLine = ({ entity, by, sum, average, where, shape }: Chart) =>
  `${entity} by ${by}${sum ? ` sum=${sum}` : ""}${average ? ` average=${average}` : ""}${where ? ` where ${where.field} ${where.isNot ? "not " : ""}${where.is}` : ""} ${shape}`;
const chartWords = (model: AppModel, { entity: name, by, sum, average, where, shape }: Chart) => {
  const entity = entityOf(model, name);
  const measured = (sum ?? average)?.replaceAll("_", " ");
  return `a ${shape} chart of ${average ? "the average " : ""}${measured ? `${measured} of ` : ""}${entity ? manyOf(entity) : name} by ${by === "createdAt" ? "month" : by.replaceAll("_", " ")}${where ? `, of those where ${reasonWords(where)}` : ""}`;
};

const whereOf = ({ where }: Chart): string[] => (where ? [where.field, where.is] : []);

const whereLine = ({ where }: View): string =>
  where ? ` where ${where.map(({ field, is, isNot }) => `${field} ${isNot ? "not " : ""}${is}`).join(", ")}` : "";
const whereAbout = ({ where = [] }: View): string[] =>
  where.flatMap(({ field, is }) => [field, is, is === "false" ? "not" : ""]);
function whereWords(model: AppModel, { entity: name, where = [] }: View): string {
  const entity = entityOf(model, name);
  const fields = [...new Set(where.map(({ field }) => field))];
  const each = fields.map((field) =>
    listed(
      where.filter((reason) => reason.field === field).map(reasonWords),
      where.every(({ isNot }) => isNot) ? "and" : "or",
    ),
  );
  return `${entity ? manyOf(entity) : "rows"} only where ${listed(each)}`;
}

const orderWords = (sort: View["sort"]) =>
  !sort
    ? "in its usual order"
    : sort.field === "createdAt"
      ? `with what was entered ${sort.isDescending ? "last" : "first"} at the top`
      : `sorted by ${sort.field.replaceAll("_", " ")}${sort.isDescending ? ", the highest or newest first" : ""}`;

const weekdays = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"];
const clockOf = (hour: number) => `${Math.floor(hour)}:${String(Math.round((hour % 1) * 60)).padStart(2, "0")}`;
const openingLine = ({ from, to, minutes, daysOff }: Opening) =>
  `${clockOf(from)}-${clockOf(to)} ${minutes} min off=${daysOff.join(",")}`;
const openingWords = ({ from, to, minutes, daysOff }: Opening) =>
  `times from ${clockOf(from)} to ${clockOf(to)}, ${minutes} minutes each, ${daysOff.length > 0 ? `but on ${listed(daysOff.map((one) => weekdays[one]!))} none` : "on every day"}`;

export function pageDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  const about = (page: View) => [
    page.title,
    page.kind,
    page.form ?? "",
    page.field ?? "",
    page.entity ?? "",
    page.entity ? manyOf(entityOf(after, page.entity) ?? entityOf(before, page.entity)!) : "",
  ];
  for (const page of after.pages) {
    const old = before.pages.find((other) => other.page === page.page);
    const target = page.entity ? ` ${page.entity}${page.field ? `.${page.field}` : ""}` : "";
    if (!old)
      found.push({
        line: `+page ${page.form ?? page.kind}${target || ` ${page.title}`}${whereLine(page)}`,
        said: `There is a new page, “${page.title}”${page.where ? `, with ${whereWords(after, page)}` : ""}.`,
        about: [...about(page), ...(page.text ?? "").split(/\s+/), ...whereAbout(page)],
      });
    for (const chart of (page.charts ?? []).filter(
      (one) => !(old?.charts ?? []).some((other) => chartLine(other) === chartLine(one)),
    ))
      if (old)
        found.push({
          line: `+chart ${chartLine(chart)}`,
          chart,
          said: `“${page.title}” has ${chartWords(after, chart)}.`,
          about: [chart.entity, chart.by, chart.sum ?? chart.average ?? "", chart.shape, ...whereOf(chart), page.title],
        });
    for (const chart of page.charts ?? [])
      if (!old)
        found.push({
          line: `+chart ${chartLine(chart)}`,
          chart,
          said: `“${page.title}” has ${chartWords(after, chart)}.`,
          about: [chart.entity, chart.by, chart.sum ?? chart.average ?? "", chart.shape, ...whereOf(chart)],
        });
    if (!old) continue;
    for (const chart of (old.charts ?? []).filter(
      (one) => !(page.charts ?? []).some((other) => chartLine(other) === chartLine(one)),
    ))
      found.push({
        line: `-chart ${chartLine(chart)}`,
        said: `“${page.title}” no longer has ${chartWords(before, chart)}.`,
        about: [chart.entity, chart.by, chart.shape],
      });
    if (old.title !== page.title)
      found.push({
        line: `~page ${old.title} title=${page.title}`,
        said: `The page “${old.title}” is called “${page.title}” now.`,
        about: [old.title, page.title],
      });
    if (!same(old.sort, page.sort))
      found.push({
        line: `~page ${page.title} sort ${page.sort ? `${page.sort.field}${page.sort.isDescending ? " desc" : ""}` : "none"}`,
        said: `“${page.title}” opens ${orderWords(page.sort)}.`,
        about: [...about(page), page.sort?.field ?? "", page.sort?.field === "createdAt" ? "entered added" : ""],
      });
    if (!same(old.where, page.where))
      found.push({
        line: `~page ${page.title}${whereLine(page) || " where all"}`,
        said: page.where
          ? `“${page.title}” lists ${whereWords(after, page)}; the other rows are kept.`
          : `“${page.title}” lists all rows again.`,
        about: [...about(page), ...whereAbout(page), ...whereAbout(old)],
      });
    if (!same(old.filters, page.filters))
      found.push({
        line: `~page ${page.title} filters ${(page.filters ?? []).join(", ")}`,
        said: `“${page.title}” has filters for ${listed((page.filters ?? []).map((name) => name.replaceAll("_", " "))) || "nothing"}.`,
        about: [...about(page), ...(page.filters ?? []), ...(old.filters ?? [])],
      });
    if (!same(old.hidden, page.hidden))
      found.push({
        line: `~page ${page.title} hides ${(page.hidden ?? []).join(", ")}`,
        said:
          (page.hidden ?? []).length > 0
            ? `“${page.title}” does not show ${listed(page.hidden!.map((name) => name.replaceAll("_", " ")))}; the form still has it.`
            : `“${page.title}” shows every column again.`,
        about: [...about(page), ...(page.hidden ?? []), ...(old.hidden ?? [])],
      });
    if (old.kind !== page.kind || old.form !== page.form || old.field !== page.field)
      found.push({
        line: `~page ${page.title} ${page.form ?? page.kind}${page.field ? ` ${page.field}` : ""}`,
        said: `“${page.title}” is a ${page.form ?? page.kind} now${page.field ? `, by ${page.field.replaceAll("_", " ")}` : ""}.`,
        about: about(page),
      });
    if (!same(old.opening, page.opening))
      found.push({
        line: `~page ${page.title} opening ${openingLine(page.opening ?? usualOpening)}`,
        said: `“${page.title}” offers ${openingWords(page.opening ?? usualOpening)}.`,
        about: [...about(page), "opening", "hours", "open", "closed"],
      });
    if (old.text !== page.text)
      found.push({
        line: `~page ${page.title} text`,
        said: `“${page.title}” has its new text.`,
        about: [...about(page), ...(page.text ?? "").split(/\s+/)],
      });
  }
  const order = (model: AppModel, other: AppModel) =>
    model.pages.filter(({ page }) => other.pages.some((one) => one.page === page)).map(({ page }) => page);
  if (!same(order(before, after), order(after, before))) {
    const titles = after.pages.map(({ title }) => title);
    found.push({
      line: `~pages order ${titles.join(", ")}`,
      said: `The menu has its pages in the order ${listed(titles)}.`,
      about: [...titles, "menu", "page", "first", "last"],
    });
  }
  for (const page of before.pages)
    if (!after.pages.some((other) => other.page === page.page))
      found.push({ line: `-page ${page.title}`, said: `The page “${page.title}” is gone.`, about: about(page) });
  return found;
}
