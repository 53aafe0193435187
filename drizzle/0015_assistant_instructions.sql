ALTER TABLE "account" ADD COLUMN "assistant_instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "assistant_instructions" text DEFAULT '' NOT NULL;