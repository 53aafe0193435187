import { useEffect, useRef, useState } from "react";
import { CornerDownLeft, FileText, Search } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { fieldsOf, isKept, manyOf, titleFieldOf, titleOf } from "@/lib/fields";
import { cn } from "@/lib/utils";

/** @import { Entity } from "@/lib/fields" */

/** @typedef {{ entity: Entity, page: string }} Table A table that a page shows, and its page: `{ entity: Contact, page: "Contacts" }`. */

/** @typedef {{ key: string, to: string, text: string, hint: string }} Entry */

/**
 * Rows of every table whose name or texts hold the words.
 * @param {Table[]} tables
 * @param {string} text
 * @returns {Promise<Entry[]>}
 */
async function findRows(tables, text) {
  const found = await Promise.all(
    tables.map(async ({ entity, page }) => {
      const fields = [
        titleFieldOf(entity),
        ...fieldsOf(entity)
          .filter((field) => field.kind === "email" && !isKept(field))
          .map(({ name }) => name),
      ].filter((name) => name !== undefined);
      if (fields.length === 0) return [];
      const { items } = await entity
        .page({ query: { $or: fields.map((name) => ({ [name]: { $contains: text } })) }, limit: 5 })
        .catch(() => ({ items: [] }));
      return items.map((row) => ({
        key: row.id,
        to: `/${page}?id=${row.id}`,
        text: titleOf(entity, row),
        hint: manyOf(entity),
      }));
    }),
  );
  return found.flat().slice(0, 12);
}

/**
 * Goes to any page or row by its name.
 * @param {{ pages: { page: string, title: string }[], tables: Table[], onClose: () => void }} props
 */
export default function CommandMenu({ pages, tables, onClose }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [rows, setRows] = useState(/** @type {Entry[]} */ ([]));
  const [at, setAt] = useState(0);
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  const words = text.trim().toLowerCase();
  useEffect(() => {
    if (words.length < 2) return setRows([]);
    let isCurrent = true;
    const timer = setTimeout(() => findRows(tables, text.trim()).then((found) => isCurrent && setRows(found)), 150);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [tables, text, words]);
  const entries = [
    ...pages
      .filter(({ title }) => title.toLowerCase().includes(words))
      .map(({ page, title }) => ({ key: page, to: `/${page}`, text: title, hint: "Page" })),
    ...rows,
  ];
  const chosen = Math.min(at, entries.length - 1);
  /** @param {Entry} entry */
  const go = (entry) => {
    void navigate(entry.to);
    onClose();
  };
  /** @param {React.KeyboardEvent} event */
  const press = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt((chosen + (event.key === "ArrowDown" ? 1 : entries.length - 1)) % Math.max(1, entries.length));
    }
    const entry = entries[chosen];
    if (event.key === "Enter" && entry) go(entry);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        className="top-[18%] translate-y-0 gap-0 overflow-hidden bg-popover p-0"
        showCloseButton={false}
        aria-describedby={undefined}
      >
        <DialogTitle className="sr-only">Search pages and rows</DialogTitle>
        <div className="flex items-center gap-3 border-b px-4">
          <Search className="size-4 text-muted-foreground" aria-hidden="true" />
          <input
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls="commands"
            aria-activedescendant={entries[chosen] ? `command-${chosen}` : undefined}
            aria-label="Search pages and rows"
            className="h-12 flex-1 bg-transparent text-sm outline-none placeholder:text-muted-foreground"
            placeholder="Where to?"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={press}
          />
        </div>
        <ul id="commands" ref={list} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-2">
          {entries.length === 0 && (
            <li className="px-3 py-6 text-center text-sm text-muted-foreground">Nothing found</li>
          )}
          {entries.map((entry, index) => (
            <li
              key={entry.key}
              id={`command-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={cn(
                "flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm",
                index === chosen && "bg-muted",
              )}
              onPointerMove={() => setAt(index)}
              onClick={() => go(entry)}
            >
              <FileText className="size-4 text-muted-foreground" aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{entry.text}</span>
              <span className="text-xs text-muted-foreground">{entry.hint}</span>
              {index === chosen && <CornerDownLeft className="size-3.5 text-muted-foreground" aria-hidden="true" />}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
