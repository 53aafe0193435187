CREATE TABLE "entity_row_value" (
	"app_id" text NOT NULL,
	"entity" text NOT NULL,
	"field" text NOT NULL,
	"key" text NOT NULL,
	"row_id" text NOT NULL,
	CONSTRAINT "entity_row_value_app_id_entity_field_key_pk" PRIMARY KEY("app_id","entity","field","key")
);
--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "unique_fields" jsonb;--> statement-breakpoint
CREATE INDEX "entity_row_value_row" ON "entity_row_value" USING btree ("app_id","entity","row_id") WHERE row_id <> '';