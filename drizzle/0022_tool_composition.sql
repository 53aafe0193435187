CREATE TABLE "tool_composition" (
	"app_id" text NOT NULL,
	"tool_id" text DEFAULT '' NOT NULL,
	"id" text NOT NULL,
	"asked_by" text NOT NULL,
	"sentence" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"runner" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_composition_app_id_tool_id_pk" PRIMARY KEY("app_id","tool_id"),
	CONSTRAINT "tool_composition_status_known" CHECK ("tool_composition"."status" in ('queued', 'running', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "tool_composition" ADD CONSTRAINT "tool_composition_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_composition_open" ON "tool_composition" USING btree ("status","heartbeat_at");