CREATE TABLE "chunk" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"item_id" text NOT NULL,
	"number" integer NOT NULL,
	"position" integer NOT NULL,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"words" integer NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "chunk_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "chunk_index" (
	"app_id" text PRIMARY KEY NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"words" bigint DEFAULT 0 NOT NULL,
	"next_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chunk_term" (
	"app_id" text NOT NULL,
	"term" text NOT NULL,
	"block" integer NOT NULL,
	"postings" "bytea" NOT NULL,
	CONSTRAINT "chunk_term_app_id_term_block_pk" PRIMARY KEY("app_id","term","block")
);
--> statement-breakpoint
CREATE TABLE "chunk_vector" (
	"app_id" text NOT NULL,
	"number" integer NOT NULL,
	"model" text NOT NULL,
	"code" bit varying NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "chunk_vector_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
ALTER TABLE "chunk" ADD CONSTRAINT "chunk_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_index" ADD CONSTRAINT "chunk_index_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_term" ADD CONSTRAINT "chunk_term_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_vector" ADD CONSTRAINT "chunk_vector_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chunk_number" ON "chunk" USING btree ("app_id","number");--> statement-breakpoint
CREATE INDEX "chunk_item" ON "chunk" USING btree ("app_id","item_id","position");--> statement-breakpoint
ALTER TABLE "chunk_term" ALTER COLUMN "postings" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "chunk_vector" ALTER COLUMN "code" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "chunk_vector" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "chunk_vector" SET (toast_tuple_target = 256);
