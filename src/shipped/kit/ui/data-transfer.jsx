import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { ImportColumns } from "@/components/ui/parts/import-columns";
import { ImportOptions } from "@/components/ui/parts/import-options";
import { cellText, decodeText } from "@/lib/csv";
import { saveCsv } from "@/lib/download-rows";
import { fieldsOf, manyIn, manyOf } from "@/lib/fields";
import { readRows, storeRows } from "@/lib/import-rows";
import { tellImported } from "@/lib/take-back";

export { downloadRows } from "@/lib/download-rows";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Meanings, Read, Refused } from "@/lib/import-rows"
 * @import { Row } from "@/sdk/types"
 */

const lostShown = 6;

/** @param {{ found: Read }} props */
function Understood({ found }) {
  const { rows, matched, unknown, lost } = found;
  return (
    <>
      {rows.length.toLocaleString()} {rows.length === 1 ? "row" : "rows"} with{" "}
      {matched.map(({ label }) => label).join(", ") || "no known field"}.
      {unknown.length > 0 && ` Left out: ${unknown.join(", ")}.`}
      {lost.length > 0 &&
        ` Not understood, and left empty: ${lost.slice(0, lostShown).join(", ")}${lost.length > lostShown ? ` and ${lost.length - lostShown} more` : ""}.`}
    </>
  );
}

/** The rows that were left out, each with its reason. @param {{ refused: Refused[], isAll: boolean, onSave: () => void }} props */
function LeftOut({ refused, isAll, onSave }) {
  const count = refused.length === 1 ? "One row was" : `${refused.length.toLocaleString()} rows were`;
  return (
    <div className="space-y-2 text-sm text-destructive" role="alert">
      <p>{isAll ? "Nothing was imported:" : `${count} left out, all others are in:`}</p>
      <ul className="list-disc pl-5">
        {refused.slice(0, 5).map(({ row, why }) => (
          <li key={row.at}>
            Row {row.at}: {why}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="text-foreground" onClick={onSave}>
        Save {refused.length === 1 ? "it" : "them"} as a file to correct
      </Button>
    </div>
  );
}

/**
 * Brings in a CSV file: shows what was understood before anything is stored.
 * @param {{ entity: Entity, onClose: () => void, onDone: () => void }} props
 */
export function ImportDialog({ entity, onClose, onDone }) {
  const [found, setFound] = useState(/** @type {Read | null} */ (null));
  const text = useRef("");
  /** What is in already, of this file and of none before. */
  const stored = useRef(/** @type {Row[]} */ ([]));
  const [asksColumns, setAsksColumns] = useState(false);
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(/** @type {Refused[]} */ ([]));
  const [problem, setProblem] = useState("");
  const many = manyIn(entity);
  // A toast cannot be reached beside an open dialog: what came in is told, with its Undo, when it closes.
  const close = () => {
    if (stored.current.length > 0) void tellImported(entity, stored.current, onDone);
    onClose();
  };
  /** @param {Read} read */
  async function run(read) {
    let count = 0;
    setProblem("");
    setDone(0);
    try {
      const left = await storeRows(entity, read.rows, (at, rows) => {
        stored.current.push(...rows);
        setDone((count = at));
      });
      if (stored.current.length > 0) onDone();
      setRefused(left);
      if (left.length === 0) close();
    } catch (error) {
      // It stays open: "Import" goes on with the rows that are not in yet.
      setProblem(`Stopped after ${count} of ${read.rows.length} rows. ${error instanceof Error ? error.message : ""}`);
      setAsksColumns(false);
      setFound({ ...read, rows: read.rows.slice(count), strange: [] });
      if (count > 0) onDone();
    }
    setDone(-1);
  }
  /** @param {(Field | undefined)[]} [fields] @param {Meanings} [meanings] */
  const readAgain = async (fields, meanings) => setFound(await readRows(entity, text.current, fields, meanings));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && done < 0 && close()}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto bg-popover">
        <DialogHeader>
          <DialogTitle>Import {many}</DialogTitle>
          <DialogDescription>
            A CSV file whose first line names the fields:{" "}
            {fieldsOf(entity)
              .slice(0, 5)
              .map(({ label }) => label)
              .join(", ")}
            .
          </DialogDescription>
        </DialogHeader>
        {refused.length > 0 ? (
          <LeftOut
            refused={refused}
            isAll={refused.length === found?.rows.length}
            onSave={() =>
              saveCsv(`${manyOf(entity)} to correct`, [
                (found?.head ?? []).map(cellText),
                ...refused.map(({ row }) => row.cells.map(cellText)),
              ])
            }
          />
        ) : (
          <div className="space-y-2">
            <Label htmlFor="import-file">File</Label>
            <Input
              id="import-file"
              type="file"
              accept=".csv,text/csv"
              onChange={async (event) => {
                const file = event.target.files?.[0];
                setProblem("");
                text.current = file ? decodeText(await file.arrayBuffer()) : "";
                const read = file ? await readRows(entity, text.current) : null;
                setAsksColumns((read?.unknown.length ?? 0) > 0);
                setFound(read);
              }}
            />
          </div>
        )}
        {found && asksColumns && refused.length === 0 && done < 0 && (
          <ImportColumns entity={entity} found={found} onChoose={(fields) => readAgain(fields, found.meanings)} />
        )}
        {found && refused.length === 0 && done < 0 && (
          <ImportOptions entity={entity} found={found} onChoose={(meanings) => readAgain(found.fields, meanings)} />
        )}
        {found && refused.length === 0 && (
          <p className="text-sm text-muted-foreground" role="status">
            {done < 0 ? <Understood found={found} /> : `${done} of ${found.rows.length} stored…`}
          </p>
        )}
        {problem && (
          <p className="text-sm text-destructive" role="alert">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            {refused.length > 0 ? "Done" : "Cancel"}
          </Button>
          {refused.length === 0 && (
            <Button
              disabled={!found || found.matched.length === 0 || found.rows.length === 0 || done >= 0}
              onClick={() => found && run(found)}
            >
              Import
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
