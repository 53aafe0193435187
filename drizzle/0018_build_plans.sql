CREATE TABLE "build_plan" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"message_id" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"steps" jsonb NOT NULL,
	"started_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "build_plan_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "build_plan_state_known" CHECK ("build_plan"."state" in ('proposed', 'running', 'paused', 'done', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "build_plan" ADD CONSTRAINT "build_plan_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_plan_time" ON "build_plan" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "build_plan_open" ON "build_plan" USING btree ("app_id") WHERE "build_plan"."state" in ('proposed', 'running', 'paused');