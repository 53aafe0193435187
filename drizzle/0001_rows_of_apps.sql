ALTER TABLE "entity_row" DROP CONSTRAINT "entity_row_app_id_app_id_fk";--> statement-breakpoint
-- Rows belong to an app that exists, as by a foreign key, which Postgres would check for each row: a third of the time of an import. Checked and locked once a statement and app.
CREATE FUNCTION app_exists() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one text := '';
BEGIN
  LOOP
    SELECT min(app_id) INTO one FROM fresh WHERE app_id > one;
    EXIT WHEN one IS NULL;
    PERFORM FROM app WHERE id = one FOR KEY SHARE;
    IF NOT FOUND THEN RAISE foreign_key_violation USING MESSAGE = format('There is no app %s', one), TABLE = 'entity_row'; END IF;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER app_exists AFTER INSERT ON "entity_row" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app_exists();--> statement-breakpoint
-- What no foreign key binds to its app, for the same reason, goes with it. Writers that hold its lock have ended by now, and later ones find no app.
CREATE FUNCTION rows_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entity_row WHERE app_id = OLD.id;
  DELETE FROM entity_row_history WHERE app_id = OLD.id;
  DELETE FROM entity_rows_created WHERE app_id = OLD.id;
  DELETE FROM entity_row_value WHERE app_id = OLD.id;
  DELETE FROM storage_use WHERE app_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER rows_go AFTER DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION rows_go();
