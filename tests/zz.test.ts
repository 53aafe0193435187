import { it } from "vitest";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { conversation, faultsOf } from "./support/offline";
it("x", () => {
  const lines = (process.env.SAY ?? "").split("||");
  const app = conversation();
  for (const line of lines) { const turn = app.say(line); console.log("> " + line + "\n" + turn.text, turn.failed, turn.actions.map((a) => a.type + " " + a.file).join(", ")); if (process.env.BODY) for (const a of turn.actions) if (a.type === "partial_edit") console.log(a.file + "\n" + a.content); for (const r of turn.staged.records) console.log(r.entity, JSON.stringify(r.rows.slice(0, 3).map((x) => x.fields))); }
  console.log(faultsOf(app.files));
  for (const f of app.files) { mkdirSync(dirname("/tmp/gen/" + f.path), { recursive: true }); writeFileSync("/tmp/gen/" + f.path, f.content); }
});
