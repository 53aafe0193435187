CREATE TABLE "analytics_day" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"sessions" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_day_app_id_day_pk" PRIMARY KEY("app_id","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_error" (
	"app_id" text NOT NULL,
	"key" text NOT NULL,
	"version_id" text NOT NULL,
	"title" text NOT NULL,
	"details" text NOT NULL,
	"component_name" text NOT NULL,
	"page" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_error_app_id_key_pk" PRIMARY KEY("app_id","key")
);
--> statement-breakpoint
CREATE TABLE "analytics_part" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_part_app_id_day_kind_name_pk" PRIMARY KEY("app_id","day","kind","name"),
	CONSTRAINT "analytics_part_kind_known" CHECK ("analytics_part"."kind" in ('page', 'referrer', 'device'))
);
--> statement-breakpoint
CREATE TABLE "analytics_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_visitor" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"is_new_session" boolean DEFAULT true NOT NULL,
	CONSTRAINT "analytics_visitor_app_id_day_hash_pk" PRIMARY KEY("app_id","day","hash")
);
--> statement-breakpoint
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_error" ADD CONSTRAINT "analytics_error_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_part" ADD CONSTRAINT "analytics_part_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_visitor" ADD CONSTRAINT "analytics_visitor_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_error_age" ON "analytics_error" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "analytics_visitor_day" ON "analytics_visitor" USING btree ("day");