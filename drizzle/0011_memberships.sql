CREATE TABLE "app_payment" (
	"app_id" text PRIMARY KEY NOT NULL,
	"sealed_token" text NOT NULL,
	"product_id" text,
	"product_name" text,
	"price" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"connected_at" timestamp with time zone,
	"is_enabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_sale" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"member_id" text,
	"product_id" text NOT NULL,
	"email" text NOT NULL,
	"subscription_id" text,
	"status" text NOT NULL,
	"is_entitled" boolean NOT NULL,
	"ends_at" timestamp with time zone,
	"read_number" bigint NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_sale_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_payment" ADD CONSTRAINT "app_payment_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sale" ADD CONSTRAINT "member_sale_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sale" ADD CONSTRAINT "member_sale_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_sale_member" ON "member_sale" USING btree ("app_id","member_id");--> statement-breakpoint
CREATE INDEX "member_sale_email" ON "member_sale" USING btree ("app_id","email");--> statement-breakpoint
CREATE INDEX "member_sale_read" ON "member_sale" USING btree ("read_at");--> statement-breakpoint
-- A membership that ends closes the member's open streams (src/api/while-allowed.ts).
DROP TRIGGER rights ON "member";--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF role, disabled_at, paid_until OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION rights_of_row();
