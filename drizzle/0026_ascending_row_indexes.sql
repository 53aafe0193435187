DROP INDEX "entity_row_created";--> statement-breakpoint
DROP INDEX "entity_row_own";--> statement-breakpoint
CREATE INDEX "entity_row_created" ON "entity_row" USING btree ("app_id","entity","created_at" NULLS FIRST,"id" NULLS FIRST) WHERE created_at <> '-infinity';--> statement-breakpoint
CREATE INDEX "entity_row_own" ON "entity_row" USING btree ("app_id","entity","creator_id","created_at" NULLS FIRST,"id" NULLS FIRST) WHERE created_at <> '-infinity';