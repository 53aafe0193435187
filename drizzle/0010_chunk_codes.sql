CREATE TABLE "chunk_code" (
	"app_id" text NOT NULL,
	"number" integer NOT NULL,
	"model" text NOT NULL,
	"code" bit varying NOT NULL,
	CONSTRAINT "chunk_code_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
ALTER TABLE "chunk_code" ADD CONSTRAINT "chunk_code_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_code" ALTER COLUMN "code" SET STORAGE PLAIN;--> statement-breakpoint
INSERT INTO "chunk_code" ("app_id", "number", "model", "code") SELECT "app_id", "number", "model", "code" FROM "chunk_vector";--> statement-breakpoint
ALTER TABLE "chunk_vector" DROP COLUMN "code";