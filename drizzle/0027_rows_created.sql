CREATE TABLE "entity_rows_created" (
	"app_id" text NOT NULL,
	"number" bigint DEFAULT nextval('entity_row_history_number_seq') NOT NULL,
	"entity" text NOT NULL,
	"row_ids" text[] NOT NULL,
	"change_id" text NOT NULL,
	"actor_id" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_rows_created_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
CREATE INDEX "entity_rows_created_change" ON "entity_rows_created" USING btree ("app_id","change_id");