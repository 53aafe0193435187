CREATE TABLE "app_domain" (
	"app_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_link" (
	"app_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_link_app_id_token_hash_pk" PRIMARY KEY("app_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "app_domain" ADD CONSTRAINT "app_domain_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_link" ADD CONSTRAINT "member_link_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_link_member" ON "member_link" USING btree ("app_id","member_id");