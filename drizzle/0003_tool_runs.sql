CREATE TABLE "tool_run" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"tool_id" text NOT NULL,
	"visitor" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"input" text NOT NULL,
	"fields" jsonb NOT NULL,
	"definition" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"blocks" jsonb NOT NULL,
	"error" text,
	"fingerprint" text NOT NULL,
	"similar_to" text,
	"credits" integer NOT NULL,
	"base_event" integer DEFAULT 0 NOT NULL,
	"runner" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"stop_requested_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "tool_run_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "tool_run_status_known" CHECK ("tool_run"."status" in ('queued', 'streaming', 'finished', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "tool_run_event" (
	"app_id" text NOT NULL,
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_run_event_app_id_run_id_number_pk" PRIMARY KEY("app_id","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "tool_run_use" (
	"app_id" text NOT NULL,
	"visitor" text NOT NULL,
	"period" text NOT NULL,
	"runs" integer NOT NULL,
	"credits" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_run_use_app_id_visitor_period_pk" PRIMARY KEY("app_id","visitor","period")
);
--> statement-breakpoint
CREATE TABLE "user_memory" (
	"app_id" text NOT NULL,
	"visitor" text NOT NULL,
	"key" text NOT NULL,
	"field_id" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_memory_app_id_visitor_key_pk" PRIMARY KEY("app_id","visitor","key")
);
--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run_event" ADD CONSTRAINT "tool_run_event_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run_use" ADD CONSTRAINT "tool_run_use_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_memory" ADD CONSTRAINT "user_memory_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_run_visitor" ON "tool_run" USING btree ("app_id","visitor","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tool_run_fingerprint" ON "tool_run" USING btree ("app_id","visitor","fingerprint");--> statement-breakpoint
CREATE INDEX "tool_run_open" ON "tool_run" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "tool_run_event_age" ON "tool_run_event" USING btree ("created_at");