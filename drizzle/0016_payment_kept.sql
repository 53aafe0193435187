-- Whether an app's access is sold decides who is let in (src/doors/actor.ts), and is kept (src/db/keep-while-true.ts).
CREATE OR REPLACE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE id text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN id := '*';
  ELSIF TG_OP = 'INSERT' THEN id := to_jsonb(NEW) ->> TG_ARGV[0];
  ELSE id := to_jsonb(OLD) ->> TG_ARGV[0]; END IF;
  IF id IS NOT NULL THEN PERFORM pg_notify('joinery', json_build_array('kept:' || id, '')::text); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER kept AFTER INSERT OR UPDATE OR DELETE ON "app_payment" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app_payment" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();
