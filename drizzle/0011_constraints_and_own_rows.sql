DELETE FROM "visitor_session" s WHERE member_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" m WHERE m.app_id = s.app_id AND m.id = s.member_id);--> statement-breakpoint
DELETE FROM "csv_import_fault" f WHERE NOT EXISTS (SELECT 1 FROM "csv_import" i WHERE i.app_id = f.app_id AND i.id = f.import_id);--> statement-breakpoint
UPDATE "publication" p SET live = false WHERE live AND EXISTS (SELECT 1 FROM "publication" n WHERE n.app_id = p.app_id AND n.live AND (n.created_at, n.id) > (p.created_at, p.id));--> statement-breakpoint
CREATE TABLE "field_index" (
	"app_id" text NOT NULL,
	"entity" text NOT NULL,
	"field" text NOT NULL,
	"index_name" text,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "field_index_app_id_entity_field_pk" PRIMARY KEY("app_id","entity","field")
);
--> statement-breakpoint
DROP INDEX "message_number";--> statement-breakpoint
ALTER TABLE "field_index" ADD CONSTRAINT "field_index_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_session" ADD CONSTRAINT "visitor_session_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "csv_import_fault" ADD CONSTRAINT "csv_import_fault_app_id_import_id_csv_import_app_id_id_fk" FOREIGN KEY ("app_id","import_id") REFERENCES "public"."csv_import"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_session_expiry" ON "account_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attempt_end" ON "attempt" USING btree ("window_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_live" ON "publication" USING btree ("app_id") WHERE "publication"."live";--> statement-breakpoint
CREATE INDEX "visitor_session_expiry" ON "visitor_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "entity_row_own" ON "entity_row" USING btree ("app_id","entity","creator_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE created_at <> '-infinity';--> statement-breakpoint
CREATE INDEX "entity_row_history_time" ON "entity_row_history" USING brin ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_number" ON "message" USING btree ("app_id","number");--> statement-breakpoint
ALTER TABLE "app" ADD CONSTRAINT "app_kind_known" CHECK ("app"."kind" in ('tool', 'app', 'gen-app', 'space'));--> statement-breakpoint
ALTER TABLE "app_host" ADD CONSTRAINT "app_host_kind_known" CHECK ("app_host"."kind" in ('id', 'slug', 'domain'));--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_status_known" CHECK ("tool"."status" in ('active', 'draft'));--> statement-breakpoint
ALTER TABLE "assistant_message" ADD CONSTRAINT "assistant_message_role_known" CHECK ("assistant_message"."role" in ('user', 'assistant'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_role_known" CHECK ("message"."role" in ('user', 'assistant'));--> statement-breakpoint
ALTER TABLE "turn" ADD CONSTRAINT "turn_status_known" CHECK ("turn"."status" in ('running', 'done', 'stopped', 'failed'));--> statement-breakpoint
ALTER TABLE "csv_import" ADD CONSTRAINT "csv_import_state_known" CHECK ("csv_import"."state" in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_kind_known" CHECK ("version"."kind" in ('create', 'turn', 'edit', 'restore', 'repair'));