CREATE TABLE "csv_import" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"entity" text NOT NULL,
	"account_id" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text,
	"bytes" bigint NOT NULL,
	"mapping" jsonb,
	"match_field" text,
	"is_guarded" boolean DEFAULT false NOT NULL,
	"change_id" text NOT NULL,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"error" text,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"runner" text,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "csv_import_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "csv_import_fault" (
	"app_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "csv_import_fault_app_id_import_id_number_pk" PRIMARY KEY("app_id","import_id","number")
);
--> statement-breakpoint
CREATE INDEX "csv_import_state" ON "csv_import" USING btree ("state","heartbeat_at");