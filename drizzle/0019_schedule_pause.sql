CREATE TABLE "schedule_pause" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	CONSTRAINT "schedule_pause_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
ALTER TABLE "trigger_event" ADD COLUMN "log" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_pause" ADD CONSTRAINT "schedule_pause_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;