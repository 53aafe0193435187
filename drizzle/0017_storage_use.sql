CREATE TABLE "storage_use" (
	"app_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL
);
