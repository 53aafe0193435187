ALTER TABLE "entity_row_history" DROP CONSTRAINT "entity_row_history_app_id_app_id_fk";
--> statement-breakpoint
DROP INDEX "entity_row_history_row";--> statement-breakpoint
ALTER TABLE "entity_row_history" DROP CONSTRAINT "entity_row_history_app_id_number_pk";--> statement-breakpoint
ALTER TABLE "entity_row_history" ADD CONSTRAINT "entity_row_history_app_id_entity_row_id_number_pk" PRIMARY KEY("app_id","entity","row_id","number");