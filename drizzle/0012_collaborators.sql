CREATE TABLE "app_claim" (
	"app_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collaborator" (
	"app_id" text NOT NULL,
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collaborator_app_id_account_id_pk" PRIMARY KEY("app_id","account_id"),
	CONSTRAINT "collaborator_role_known" CHECK ("collaborator"."role" in ('view', 'edit', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "collaborator_invitation" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collaborator_invitation_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "collaborator_invitation_role_known" CHECK ("collaborator_invitation"."role" in ('view', 'edit', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "app_claim" ADD CONSTRAINT "app_claim_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator" ADD CONSTRAINT "collaborator_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator" ADD CONSTRAINT "collaborator_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_invitation" ADD CONSTRAINT "collaborator_invitation_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_claim_token" ON "app_claim" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "collaborator_account" ON "collaborator" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collaborator_invitation_token" ON "collaborator_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "collaborator_invitation_expiry" ON "collaborator_invitation" USING btree ("expires_at");--> statement-breakpoint
-- A changed or ended role closes the collaborator's open streams (src/api/while-allowed.ts), and is not kept (src/db/keep-while-true.ts).
CREATE FUNCTION rights_of_collaborator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM notify_rights(OLD.account_id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF role OR DELETE ON "collaborator" FOR EACH ROW EXECUTE FUNCTION rights_of_collaborator();--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "collaborator" FOR EACH ROW EXECUTE FUNCTION notify_kept('account_id');--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "collaborator" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();
