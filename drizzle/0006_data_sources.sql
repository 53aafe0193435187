CREATE TABLE "context_item" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'unsynced' NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"stage_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"done" integer,
	"total" integer,
	"size" integer DEFAULT 0 NOT NULL,
	"file_key" text,
	"provider" text,
	"external_file_id" text,
	"external_file_url" text,
	"provider_item_id" text,
	"report" jsonb,
	"num_of_chunks" integer DEFAULT 0 NOT NULL,
	"replaces_id" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"runner" text,
	"heartbeat_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_sync_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_synced_at" timestamp with time zone,
	CONSTRAINT "context_item_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "context_item_status_known" CHECK ("context_item"."status" in ('unsynced', 'pending', 'running', 'synced', 'error', 'usage_limit_reached')),
	CONSTRAINT "context_item_stage_known" CHECK ("context_item"."stage" in ('queued', 'fetching', 'parsing', 'chunking', 'embedding', 'synced'))
);
--> statement-breakpoint
ALTER TABLE "context_item" ADD CONSTRAINT "context_item_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "context_item_id" ON "context_item" USING btree ("id");--> statement-breakpoint
CREATE INDEX "context_item_newest" ON "context_item" USING btree ("app_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "context_item_open" ON "context_item" USING btree ("status","due_at");--> statement-breakpoint
CREATE INDEX "context_item_next" ON "context_item" USING btree ("next_sync_at");