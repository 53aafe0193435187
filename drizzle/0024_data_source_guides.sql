ALTER TABLE "context_item" ADD COLUMN "original_item_id" text;--> statement-breakpoint
ALTER TABLE "context_item" ADD COLUMN "template_file_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "context_item" ADD COLUMN "instructions_url" text DEFAULT '' NOT NULL;