CREATE TABLE "account_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_link_kind_known" CHECK ("account_link"."kind" in ('verify-email', 'reset-password', 'change-email-old', 'change-email-new', 'sign-in'))
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"account_id" text PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_code" (
	"place" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_code_place_email_pk" PRIMARY KEY("place","email")
);
--> statement-breakpoint
CREATE TABLE "sale" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	CONSTRAINT "mail_state_known" CHECK ("mail"."state" in ('outbox', 'queued', 'sent', 'refused', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "sign_in_id" text;--> statement-breakpoint
UPDATE "account_session" SET "sign_in_id" = left("id", 17);--> statement-breakpoint
ALTER TABLE "account_session" ALTER COLUMN "sign_in_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "signed_in_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_link_account" ON "account_link" USING btree ("account_id","kind");--> statement-breakpoint
CREATE INDEX "account_link_expiry" ON "account_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_code_expiry" ON "email_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sale_account" ON "sale" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("created_at");