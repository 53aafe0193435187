import "server-only";
import { sql } from "drizzle-orm";
import { toolRunEvent } from "@/db/schema/run";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { EventLog } from "@/engines/event-log";
import { publish } from "@/engines/events";
import type { RunEvent } from "./rules";
import type { RunEventName } from "./schema";

/** Another process runs this run now. What this one still had to say is dropped. */
export class RunTaken extends Error {}

/** Only the process that holds the run can write its events; `flush` throws RunTaken in any other. */
export class RunLog extends EventLog<RunEventName> {
  constructor(
    scope: OwnedApp,
    private readonly run: { id: string; runner: string },
    private number: number,
  ) {
    super(scope, "run-log");
  }

  get lastNumber(): number {
    return this.number;
  }

  protected override isExpected(error: unknown): boolean {
    return error instanceof RunTaken;
  }

  protected async write({ db, appId }: OwnedApp, events: RunEvent[]): Promise<void> {
    const first = this.number + 1;
    this.number += events.length;
    const written = await rowsOf(
      db,
      sql`insert into ${toolRunEvent} (app_id, run_id, number, event, data)
          select ${appId}, ${this.run.id}, ${first}::int + ordinality - 1, item ->> 'event', item -> 'data'
          from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as list(item, ordinality)
          where exists (select from tool_run where app_id = ${appId} and id = ${this.run.id} and runner = ${this.run.runner})
          returning number`,
    );
    if (written.length === 0) throw new RunTaken();
    await publish(db, `run:${this.run.id}`);
  }
}
