CREATE SEQUENCE "public"."sale_read" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "impersonation" (
	"sign_in_id" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"admin_session" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"verb" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_edit" (
	"id" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "granted_plan" text DEFAULT 'lite' NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "product_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "is_entitled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "price_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "read_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "read_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "impersonation" ADD CONSTRAINT "impersonation_admin_id_account_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_email" ON "sale" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sale_subscription" ON "sale" USING btree ("subscription_id");--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'The audit log is append only'; END $$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION refuse_change();
