-- Rows that every request needs are kept in memory until one of these names them (src/db/keep-while-true.ts). The channel and the shape are those of src/engines/events.ts.
CREATE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE id text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN id := '*'; ELSE id := to_jsonb(OLD) ->> TG_ARGV[0]; END IF;
  IF id IS NOT NULL THEN PERFORM pg_notify('joinery', json_build_array('kept:' || id, '')::text); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "account_session" FOR EACH ROW EXECUTE FUNCTION notify_kept('user_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "visitor_session" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "app_host" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "account" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "account_session" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "member" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "visitor_session" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app_host" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();
