ALTER TABLE "csv_import" ADD COLUMN "headers" jsonb;--> statement-breakpoint
ALTER TABLE "csv_import" ADD COLUMN "expected" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "csv_import" ADD COLUMN "batches" integer[] DEFAULT '{}' NOT NULL;