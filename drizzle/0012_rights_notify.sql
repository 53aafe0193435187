-- Open streams learn of lost rights at once, whoever took them (src/api/while-allowed.ts). The channel and the shape are those of src/engines/events.ts.
CREATE FUNCTION notify_rights(id text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('joinery', json_build_array('rights:' || id, '')::text) WHERE id IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION rights_of_account_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM notify_rights(OLD.user_id); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION rights_of_visitor_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM notify_rights(coalesce(OLD.member_id, OLD.account_id)); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION rights_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM notify_rights(OLD.id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER rights AFTER DELETE ON "account_session" FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION rights_of_account_session();--> statement-breakpoint
CREATE TRIGGER rights AFTER DELETE ON "visitor_session" FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION rights_of_visitor_session();--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF is_admin, disabled_at, email, email_verified_at OR DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION rights_of_row();--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF role, disabled_at OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION rights_of_row();--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF owner_id, published_version_id OR DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION rights_of_row();
