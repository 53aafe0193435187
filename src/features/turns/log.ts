import "server-only";
import { sql } from "drizzle-orm";
import { turnEvent } from "@/db/schema/chat";
import { jsonPieces } from "@/db/json-pieces";
import type { OwnedApp } from "@/db/scope";
import { EventLog, type LoggedEvent } from "@/engines/event-log";
import { publish } from "@/engines/events";
import type { TurnEventName } from "./message";

export class TurnLog extends EventLog<TurnEventName> {
  constructor(
    scope: OwnedApp,
    private readonly turnId: string,
    private number = 0,
  ) {
    super(scope, "turn-log");
  }

  protected async write({ db, appId }: OwnedApp, events: LoggedEvent<TurnEventName>[]): Promise<void> {
    for (const { count, json } of jsonPieces(events)) {
      const before = this.number;
      this.number += count;
      await db.execute(
        sql`insert into ${turnEvent} (app_id, turn_id, number, event, data)
            select ${appId}, ${this.turnId}, ${before}::int + list.place, list.value->>'event', list.value->'data'
            from jsonb_array_elements(${json}::jsonb) with ordinality as list(value, place)`,
      );
    }
    await publish(db, `turn:${this.turnId}`);
  }
}
