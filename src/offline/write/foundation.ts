import "server-only";
import type { AppModel } from "../app-model";

/** services/app.js: the part of the model that no entity file holds. The layout reads it too, so it cannot go stale unseen. */
export const appSource = ({ name, look, entities, pages }: AppModel) =>
  `/** The app's name, look and pages. The layout builds the navigation from this list. */\nexport const app = ${JSON.stringify({ name, look, tables: entities.map((entity) => entity.name), pages }, null, 2)};\n`;

export const useRowsSource = `import { useCallback, useEffect, useState } from "react";

/** Loads the rows of an entity, follows changes made elsewhere, and saves changes made here. \`canAdd\` and \`canChange(row)\` say what to offer. */
export function useRows(entity) {
  const [state, setState] = useState({ rows: [], isLoading: true, error: null });
  const [access, setAccess] = useState(null);

  const reload = useCallback(async () => {
    try {
      const rows = await entity.list("-createdAt", 1000);
      setState({ rows, isLoading: false, error: null });
    } catch (error) {
      setState((current) => ({ ...current, isLoading: false, error }));
    }
  }, [entity]);

  useEffect(() => {
    reload();
    return entity.subscribe(() => reload());
  }, [entity, reload]);

  useEffect(() => {
    entity.access().then(setAccess);
  }, [entity]);

  const change = (update) => setState((current) => ({ ...current, rows: update(current.rows) }));

  return {
    ...state,
    reload,
    canAdd: access?.canAdd ?? false,
    canChange: (row) => access?.canChange(row) ?? false,
    /** Creates a row, or updates it when it already has an id. */
    async save(id, values) {
      const saved = id ? await entity.update(id, values) : await entity.create(values);
      change((rows) => (rows.some((row) => row.id === saved.id) ? rows.map((row) => (row.id === saved.id ? saved : row)) : [saved, ...rows]));
      return saved;
    },
    async remove(id) {
      await entity.delete(id);
      change((rows) => rows.filter((row) => row.id !== id));
    },
  };
}

/** Sorts rows by one field; empty values come last in both directions. */
export function sortRows(rows, { field, isDescending }, valueOf = (row) => row[field]) {
  if (!field) return rows;
  const isEmpty = (value) => value === null || value === undefined || value === "";
  return [...rows].sort((left, right) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
    return isDescending ? -order : order;
  });
}
`;

export const formatSource = (currency: string) => `import { format, isValid, parseISO } from "date-fns";

const money = new Intl.NumberFormat(undefined, { style: "currency", currency: "${currency}" });
const wholeMoney = new Intl.NumberFormat(undefined, { style: "currency", currency: "${currency}", maximumFractionDigits: 0 });
const number = new Intl.NumberFormat();

const isEmpty = (value) => value === null || value === undefined || value === "";
const asDate = (value) => (value instanceof Date ? value : parseISO(String(value)));

function written(value, pattern) {
  if (isEmpty(value)) return "–";
  const date = asDate(value);
  return isValid(date) ? format(date, pattern) : String(value);
}

export const formatDate = (value) => written(value, "d MMM yyyy");
export const formatDateTime = (value) => written(value, "d MMM yyyy, HH:mm");
export const formatMoney = (value) => (isEmpty(value) ? "–" : (Number.isInteger(Number(value)) ? wholeMoney : money).format(Number(value)));
export const formatNumber = (value) => (isEmpty(value) ? "–" : number.format(Number(value)));
export const formatPercent = (value) => (isEmpty(value) ? "–" : number.format(Number(value)) + "%");

/** "in progress" → "In progress" */
export const label = (value) => (isEmpty(value) ? "–" : String(value).charAt(0).toUpperCase() + String(value).slice(1));

/** "example.com" as it must be stored to work as a link; null for nothing. */
export function toAddress(text) {
  const address = text.trim();
  if (address === "") return null;
  return /^[a-z]+:/i.test(address) ? address : "https://" + address;
}

/** A stored time as the value of a datetime-local input, in the reader's time zone. */
export function toInputTime(value) {
  const date = isEmpty(value) ? null : asDate(value);
  return date && isValid(date) ? format(date, "yyyy-MM-dd'T'HH:mm") : "";
}
`;

export const themeSource = (mode: string) => `import { useEffect, useState } from "react";

const key = "theme";

function preferred() {
  try {
    const saved = localStorage.getItem(key);
    if (saved) return saved;
  } catch {
    // Storage may be blocked inside a frame; the default look still works.
  }
  return ${mode === "system" ? 'window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light"' : `"${mode}"`};
}

/** The current theme and a function that switches it; the choice is kept on this device. */
export function useTheme() {
  const [theme, setTheme] = useState(preferred);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.classList.toggle("dark", theme === "dark");
  }, [theme]);
  function toggle() {
    const next = theme === "dark" ? "light" : "dark";
    setTheme(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Nothing to do: the choice lasts until the page is closed.
    }
  }
  return { theme, toggle };
}
`;
