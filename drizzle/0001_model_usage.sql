CREATE TABLE "model_usage" (
	"account_id" text NOT NULL,
	"turn_id" text NOT NULL,
	"app_id" text NOT NULL,
	"model" text NOT NULL,
	"tokens" integer NOT NULL,
	"cost_usd" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_usage_account_id_turn_id_pk" PRIMARY KEY("account_id","turn_id")
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "previous_id" text;--> statement-breakpoint
ALTER TABLE "model_usage" ADD CONSTRAINT "model_usage_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_usage_month" ON "model_usage" USING btree ("account_id","created_at");