CREATE TABLE "deployment" (
	"app_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"sources" jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"deployed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployment_app_id_name_pk" PRIMARY KEY("app_id","name")
);
--> statement-breakpoint
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;