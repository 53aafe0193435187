CREATE TABLE "tool_version" (
	"app_id" text NOT NULL,
	"tool_id" text DEFAULT '' NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"title" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_version_app_id_tool_id_number_pk" PRIMARY KEY("app_id","tool_id","number"),
	CONSTRAINT "tool_version_kind_known" CHECK ("tool_version"."kind" in ('composed', 'edited', 'restored'))
);
--> statement-breakpoint
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;