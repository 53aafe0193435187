CREATE TABLE "model_choice" (
	"id" text PRIMARY KEY DEFAULT 'models' NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
