CREATE TABLE "schedule" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	"cron" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "schedule_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
CREATE TABLE "trigger_event" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"function" text NOT NULL,
	"status" integer,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trigger_event_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "trigger_event_kind_known" CHECK ("trigger_event"."kind" in ('schedule', 'webhook', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_event" ADD CONSTRAINT "trigger_event_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_next" ON "schedule" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "trigger_event_at" ON "trigger_event" USING btree ("app_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_token" ON "webhook" USING btree ("app_id","token_hash");