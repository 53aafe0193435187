ALTER TABLE "member" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
-- Members of before keep their passwords.
UPDATE "member" SET "email_verified_at" = "created_at";
