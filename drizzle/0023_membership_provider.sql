ALTER TABLE "app_payment" ADD COLUMN "provider" text DEFAULT 'gumroad' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_payment" ADD COLUMN "sealed_signing_secret" text;--> statement-breakpoint
ALTER TABLE "app_payment" ADD CONSTRAINT "app_payment_provider_known" CHECK ("app_payment"."provider" in ('gumroad', 'stripe'));