-- An app's entities are not spread over all apps: without this the planner takes the rows of one entity for a handful and sorts them all for a page.
CREATE STATISTICS "entity_row_entities" (ndistinct, dependencies, mcv) ON "app_id", "entity" FROM "entity_row";--> statement-breakpoint
CREATE STATISTICS "entity_row_creators" (ndistinct, dependencies) ON "app_id", "entity", "creator_id" FROM "entity_row";
