CREATE TABLE "app_host" (
	"name" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "app_slug";--> statement-breakpoint
DROP INDEX "app_custom_domain";--> statement-breakpoint
ALTER TABLE "app_host" ADD CONSTRAINT "app_host_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_host_kind" ON "app_host" USING btree ("app_id","kind");--> statement-breakpoint
UPDATE "app" SET "slug" = left("slug", 40) || '-' || right("id", 5) WHERE "slug" ~ '^a[0-9a-z]{16}$';--> statement-breakpoint
INSERT INTO "app_host" ("name", "app_id", "kind") SELECT "id", "id", 'id' FROM "app";--> statement-breakpoint
INSERT INTO "app_host" ("name", "app_id", "kind") SELECT "slug", "id", 'slug' FROM "app";--> statement-breakpoint
INSERT INTO "app_host" ("name", "app_id", "kind") SELECT "custom_domain", "id", 'domain' FROM "app" WHERE "custom_domain" IS NOT NULL;
