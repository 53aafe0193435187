ALTER TABLE "version" ADD COLUMN "sitting" integer;--> statement-breakpoint
ALTER TABLE "version" ADD COLUMN "is_foldable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "version" ADD COLUMN "manifest" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "version" v SET "manifest" = f.manifest
FROM (SELECT app_id, version_id, jsonb_object_agg(path, hash) AS manifest FROM "version_file" GROUP BY app_id, version_id) f
WHERE f.app_id = v.app_id AND f.version_id = v.id;--> statement-breakpoint
ALTER TABLE "version" ALTER COLUMN "manifest" DROP DEFAULT;--> statement-breakpoint
DROP TABLE "version_file" CASCADE;--> statement-breakpoint
WITH steps AS (
  SELECT app_id, id, number, kind = 'edit' AND lag(kind) OVER w = 'edit'
    AND message_id IS NOT DISTINCT FROM lag(message_id) OVER w
    AND created_at - lag(created_at) OVER w <= interval '10 minutes'
    AND description NOT LIKE 'Deleted %' AND description NOT LIKE 'Delete %' AND description NOT LIKE 'Renamed %' AS goes_on
  FROM "version" WINDOW w AS (PARTITION BY app_id ORDER BY number)
), sittings AS (
  SELECT app_id, id, max(CASE WHEN goes_on IS TRUE THEN NULL ELSE number END) OVER (PARTITION BY app_id ORDER BY number) AS sitting FROM steps
)
UPDATE "version" v SET "sitting" = s.sitting FROM sittings s WHERE s.app_id = v.app_id AND s.id = v.id;--> statement-breakpoint
ALTER TABLE "version" ALTER COLUMN "sitting" SET NOT NULL;--> statement-breakpoint
UPDATE "version" v SET "is_foldable" = true WHERE kind = 'edit' AND description LIKE 'Edited %'
  AND NOT EXISTS (SELECT 1 FROM "publication" p WHERE p.app_id = v.app_id AND p.version_id = v.id);--> statement-breakpoint
WITH steps AS (
  SELECT app_id, id, is_foldable AND lead(is_foldable) OVER w AS folds FROM "version" WINDOW w AS (PARTITION BY app_id, sitting ORDER BY number)
)
DELETE FROM "version" v USING steps s WHERE s.folds AND s.app_id = v.app_id AND s.id = v.id;--> statement-breakpoint
DROP INDEX "version_number";--> statement-breakpoint
CREATE INDEX "version_sitting" ON "version" USING btree ("app_id","sitting","number");--> statement-breakpoint
CREATE UNIQUE INDEX "version_number" ON "version" USING btree ("app_id","number");
