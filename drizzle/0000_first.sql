CREATE SEQUENCE "public"."sale_read" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"account_type" text DEFAULT 'builder' NOT NULL,
	"plan" text DEFAULT 'lite' NOT NULL,
	"granted_plan" text DEFAULT 'lite' NOT NULL,
	"subscription_id" text,
	"plan_subscription_status" text,
	"plan_subscription_cancelled_at" timestamp with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"assistant_instructions" text DEFAULT '' NOT NULL,
	"disabled_at" timestamp with time zone,
	"email_verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_link_kind_known" CHECK ("account_link"."kind" in ('verify-email', 'reset-password', 'change-email-old', 'change-email-new', 'sign-in'))
);
--> statement-breakpoint
CREATE TABLE "account_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sign_in_id" text NOT NULL,
	"signed_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"method" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"account_id" text PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_code" (
	"place" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_code_place_email_pk" PRIMARY KEY("place","email")
);
--> statement-breakpoint
CREATE TABLE "impersonation" (
	"sign_in_id" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"admin_session" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"plan" text,
	"product_id" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"subscription_id" text,
	"status" text DEFAULT '' NOT NULL,
	"is_entitled" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"price_cents" integer DEFAULT 0 NOT NULL,
	"read_number" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"verb" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_choice" (
	"id" text PRIMARY KEY DEFAULT 'models' NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_edit" (
	"id" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_day" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"sessions" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_day_app_id_day_pk" PRIMARY KEY("app_id","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_error" (
	"app_id" text NOT NULL,
	"key" text NOT NULL,
	"version_id" text NOT NULL,
	"title" text NOT NULL,
	"details" text NOT NULL,
	"component_name" text NOT NULL,
	"page" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_error_app_id_key_pk" PRIMARY KEY("app_id","key")
);
--> statement-breakpoint
CREATE TABLE "analytics_part" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_part_app_id_day_kind_name_pk" PRIMARY KEY("app_id","day","kind","name"),
	CONSTRAINT "analytics_part_kind_known" CHECK ("analytics_part"."kind" in ('page', 'referrer', 'device'))
);
--> statement-breakpoint
CREATE TABLE "analytics_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_visitor" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"is_new_session" boolean DEFAULT true NOT NULL,
	CONSTRAINT "analytics_visitor_app_id_day_hash_pk" PRIMARY KEY("app_id","day","hash")
);
--> statement-breakpoint
CREATE TABLE "app" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"custom_domain" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"assistant_instructions" text DEFAULT '' NOT NULL,
	"head_version_id" text,
	"published_version_id" text,
	"unique_fields" jsonb,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_kind_known" CHECK ("app"."kind" in ('tool', 'app', 'gen-app', 'space'))
);
--> statement-breakpoint
CREATE TABLE "app_host" (
	"name" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "app_host_kind_known" CHECK ("app_host"."kind" in ('id', 'slug', 'domain'))
);
--> statement-breakpoint
CREATE TABLE "app_settings" (
	"app_id" text PRIMARY KEY NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_style" (
	"app_id" text PRIMARY KEY NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"email_verified_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "member_is_no_builder" CHECK ("member"."role" <> 'builder')
);
--> statement-breakpoint
CREATE TABLE "publication" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"version_id" text NOT NULL,
	"html" text NOT NULL,
	"files" jsonb NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publication_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "storage_use" (
	"app_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"path" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"image_url" text,
	"position" integer DEFAULT 0 NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "tool_status_known" CHECK ("tool"."status" in ('active', 'draft'))
);
--> statement-breakpoint
CREATE TABLE "tool_composition" (
	"app_id" text NOT NULL,
	"tool_id" text DEFAULT '' NOT NULL,
	"id" text NOT NULL,
	"asked_by" text NOT NULL,
	"sentence" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"runner" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_composition_app_id_tool_id_pk" PRIMARY KEY("app_id","tool_id"),
	CONSTRAINT "tool_composition_status_known" CHECK ("tool_composition"."status" in ('queued', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "tool_version" (
	"app_id" text NOT NULL,
	"tool_id" text DEFAULT '' NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"title" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_version_app_id_tool_id_number_pk" PRIMARY KEY("app_id","tool_id","number"),
	CONSTRAINT "tool_version_kind_known" CHECK ("tool_version"."kind" in ('composed', 'edited', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"key" text NOT NULL,
	"creator_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "visitor_session" (
	"app_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" text,
	"account_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitor_session_app_id_token_hash_pk" PRIMARY KEY("app_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "assistant_message" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"visitor" text NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assistant_message_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "assistant_message_role_known" CHECK ("assistant_message"."role" in ('user', 'assistant'))
);
--> statement-breakpoint
CREATE TABLE "build_plan" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"message_id" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"steps" jsonb NOT NULL,
	"started_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "build_plan_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "build_plan_state_known" CHECK ("build_plan"."state" in ('proposed', 'running', 'paused', 'done', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "message" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"turn_id" text,
	"previous_id" text,
	"role" text NOT NULL,
	"parts" jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replaced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "message_role_known" CHECK ("message"."role" in ('user', 'assistant'))
);
--> statement-breakpoint
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
CREATE TABLE "turn" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"user_message_id" text NOT NULL,
	"assistant_message_id" text NOT NULL,
	"error" text,
	"stop_requested_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "turn_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "turn_status_known" CHECK ("turn"."status" in ('running', 'done', 'stopped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "turn_event" (
	"app_id" text NOT NULL,
	"turn_id" text NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "turn_event_app_id_turn_id_number_pk" PRIMARY KEY("app_id","turn_id","number")
);
--> statement-breakpoint
CREATE TABLE "chunk" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"item_id" text NOT NULL,
	"number" integer NOT NULL,
	"position" integer NOT NULL,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"words" integer NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "chunk_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "chunk_code" (
	"app_id" text NOT NULL,
	"number" integer NOT NULL,
	"model" text NOT NULL,
	"code" bit varying NOT NULL,
	CONSTRAINT "chunk_code_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
CREATE TABLE "chunk_index" (
	"app_id" text PRIMARY KEY NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"words" bigint DEFAULT 0 NOT NULL,
	"next_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chunk_term" (
	"app_id" text NOT NULL,
	"term" text NOT NULL,
	"block" integer NOT NULL,
	"postings" "bytea" NOT NULL,
	CONSTRAINT "chunk_term_app_id_term_block_pk" PRIMARY KEY("app_id","term","block")
);
--> statement-breakpoint
CREATE TABLE "chunk_vector" (
	"app_id" text NOT NULL,
	"number" integer NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "chunk_vector_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
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
CREATE TABLE "deployment" (
	"app_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"sources" jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"deployed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployment_app_id_name_pk" PRIMARY KEY("app_id","name")
);
--> statement-breakpoint
CREATE TABLE "app_domain" (
	"app_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "csv_import" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"entity" text NOT NULL,
	"account_id" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text,
	"bytes" bigint NOT NULL,
	"mapping" jsonb,
	"match_field" text,
	"is_guarded" boolean DEFAULT false NOT NULL,
	"change_id" text NOT NULL,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"error" text,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"headers" jsonb,
	"expected" integer DEFAULT 0 NOT NULL,
	"batches" integer[] DEFAULT '{}' NOT NULL,
	"runner" text,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "csv_import_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "csv_import_state_known" CHECK ("csv_import"."state" in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "csv_import_fault" (
	"app_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "csv_import_fault_app_id_import_id_number_pk" PRIMARY KEY("app_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "entity_row" (
	"app_id" text NOT NULL,
	"entity" text NOT NULL,
	"id" text NOT NULL,
	"creator_id" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "entity_row_app_id_entity_id_pk" PRIMARY KEY("app_id","entity","id")
);
--> statement-breakpoint
CREATE TABLE "entity_row_history" (
	"app_id" text NOT NULL,
	"number" bigserial NOT NULL,
	"entity" text NOT NULL,
	"row_id" text NOT NULL,
	"change_id" text NOT NULL,
	"before" jsonb,
	"actor_id" text,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "entity_row_history_app_id_entity_row_id_number_pk" PRIMARY KEY("app_id","entity","row_id","number")
);
--> statement-breakpoint
CREATE TABLE "entity_row_value" (
	"app_id" text NOT NULL,
	"entity" text NOT NULL,
	"field" text NOT NULL,
	"key" text NOT NULL,
	"row_id" text NOT NULL,
	CONSTRAINT "entity_row_value_app_id_entity_field_key_pk" PRIMARY KEY("app_id","entity","field","key")
);
--> statement-breakpoint
CREATE TABLE "entity_rows_created" (
	"app_id" text NOT NULL,
	"number" bigint DEFAULT nextval('entity_row_history_number_seq') NOT NULL,
	"entity" text NOT NULL,
	"row_ids" text[] NOT NULL,
	"change_id" text NOT NULL,
	"actor_id" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_rows_created_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
CREATE TABLE "field_index" (
	"app_id" text NOT NULL,
	"entity" text NOT NULL,
	"field" text NOT NULL,
	"index_name" text,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "field_index_app_id_entity_field_pk" PRIMARY KEY("app_id","entity","field")
);
--> statement-breakpoint
CREATE TABLE "authenticator" (
	"account_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_synced" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenge_kind_known" CHECK ("passkey_challenge"."kind" in ('sign-in', 'second-step', 'confirm', 'add'))
);
--> statement-breakpoint
CREATE TABLE "pending_sign_in" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"method" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"account_id" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	CONSTRAINT "mail_state_known" CHECK ("mail"."state" in ('outbox', 'queued', 'sent', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "member_link" (
	"app_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_link_app_id_token_hash_pk" PRIMARY KEY("app_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "app_payment" (
	"app_id" text PRIMARY KEY NOT NULL,
	"provider" text DEFAULT 'gumroad' NOT NULL,
	"sealed_token" text NOT NULL,
	"product_id" text,
	"product_name" text,
	"price" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"connected_at" timestamp with time zone,
	"sealed_signing_secret" text,
	"is_enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "app_payment_provider_known" CHECK ("app_payment"."provider" in ('gumroad', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "member_sale" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"member_id" text,
	"product_id" text NOT NULL,
	"email" text NOT NULL,
	"subscription_id" text,
	"status" text NOT NULL,
	"is_entitled" boolean NOT NULL,
	"ends_at" timestamp with time zone,
	"read_number" bigint NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_sale_app_id_id_pk" PRIMARY KEY("app_id","id")
);
--> statement-breakpoint
CREATE TABLE "oidc_identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oidc_identity_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "oidc_visit" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"redirect_to" text,
	"account_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_run" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"tool_id" text NOT NULL,
	"visitor" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"input" text NOT NULL,
	"fields" jsonb NOT NULL,
	"definition" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"blocks" jsonb NOT NULL,
	"error" text,
	"fingerprint" text NOT NULL,
	"similar_to" text,
	"credits" integer NOT NULL,
	"base_event" integer DEFAULT 0 NOT NULL,
	"runner" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"stop_requested_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "tool_run_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "tool_run_status_known" CHECK ("tool_run"."status" in ('queued', 'streaming', 'finished', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "tool_run_event" (
	"app_id" text NOT NULL,
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_run_event_app_id_run_id_number_pk" PRIMARY KEY("app_id","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "tool_run_use" (
	"app_id" text NOT NULL,
	"visitor" text NOT NULL,
	"period" text NOT NULL,
	"runs" integer NOT NULL,
	"credits" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_run_use_app_id_visitor_period_pk" PRIMARY KEY("app_id","visitor","period")
);
--> statement-breakpoint
CREATE TABLE "user_memory" (
	"app_id" text NOT NULL,
	"visitor" text NOT NULL,
	"key" text NOT NULL,
	"field_id" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_memory_app_id_visitor_key_pk" PRIMARY KEY("app_id","visitor","key")
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"app_id" text NOT NULL,
	"key" text NOT NULL,
	"ciphertext" text NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_app_id_key_pk" PRIMARY KEY("app_id","key")
);
--> statement-breakpoint
CREATE TABLE "context_item" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'unsynced' NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"stage_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"done" integer,
	"total" integer,
	"size" integer DEFAULT 0 NOT NULL,
	"file_key" text,
	"provider" text,
	"external_file_id" text,
	"external_file_url" text,
	"provider_item_id" text,
	"report" jsonb,
	"num_of_chunks" integer DEFAULT 0 NOT NULL,
	"replaces_id" text,
	"original_item_id" text,
	"template_file_url" text DEFAULT '' NOT NULL,
	"instructions_url" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"runner" text,
	"heartbeat_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_sync_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_synced_at" timestamp with time zone,
	CONSTRAINT "context_item_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "context_item_status_known" CHECK ("context_item"."status" in ('unsynced', 'pending', 'running', 'synced', 'error', 'usage_limit_reached')),
	CONSTRAINT "context_item_stage_known" CHECK ("context_item"."stage" in ('queued', 'fetching', 'parsing', 'chunking', 'embedding', 'synced'))
);
--> statement-breakpoint
CREATE TABLE "integration" (
	"account_id" text NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_account_id_provider_pk" PRIMARY KEY("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	"cron" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "schedule_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
CREATE TABLE "schedule_pause" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	CONSTRAINT "schedule_pause_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
CREATE TABLE "trigger_event" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"function" text NOT NULL,
	"status" integer,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"log" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trigger_event_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "trigger_event_kind_known" CHECK ("trigger_event"."kind" in ('schedule', 'webhook', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"app_id" text NOT NULL,
	"function" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_app_id_function_pk" PRIMARY KEY("app_id","function")
);
--> statement-breakpoint
CREATE TABLE "blob" (
	"app_id" text NOT NULL,
	"hash" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "blob_app_id_hash_pk" PRIMARY KEY("app_id","hash")
);
--> statement-breakpoint
CREATE TABLE "version" (
	"app_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"sitting" integer NOT NULL,
	"is_foldable" boolean DEFAULT false NOT NULL,
	"manifest" jsonb NOT NULL,
	"message_id" text,
	"user_request" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "version_app_id_id_pk" PRIMARY KEY("app_id","id"),
	CONSTRAINT "version_kind_known" CHECK ("version"."kind" in ('create', 'turn', 'edit', 'restore', 'repair'))
);
--> statement-breakpoint
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonation" ADD CONSTRAINT "impersonation_admin_id_account_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_error" ADD CONSTRAINT "analytics_error_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_part" ADD CONSTRAINT "analytics_part_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_visitor" ADD CONSTRAINT "analytics_visitor_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app" ADD CONSTRAINT "app_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_host" ADD CONSTRAINT "app_host_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_settings" ADD CONSTRAINT "app_settings_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_style" ADD CONSTRAINT "app_style_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication" ADD CONSTRAINT "publication_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_composition" ADD CONSTRAINT "tool_composition_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_session" ADD CONSTRAINT "visitor_session_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_session" ADD CONSTRAINT "visitor_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_session" ADD CONSTRAINT "visitor_session_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_message" ADD CONSTRAINT "assistant_message_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_plan" ADD CONSTRAINT "build_plan_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_usage" ADD CONSTRAINT "model_usage_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn" ADD CONSTRAINT "turn_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_event" ADD CONSTRAINT "turn_event_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk" ADD CONSTRAINT "chunk_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_code" ADD CONSTRAINT "chunk_code_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_index" ADD CONSTRAINT "chunk_index_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_term" ADD CONSTRAINT "chunk_term_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_vector" ADD CONSTRAINT "chunk_vector_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_claim" ADD CONSTRAINT "app_claim_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator" ADD CONSTRAINT "collaborator_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator" ADD CONSTRAINT "collaborator_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_invitation" ADD CONSTRAINT "collaborator_invitation_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_domain" ADD CONSTRAINT "app_domain_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "csv_import_fault" ADD CONSTRAINT "csv_import_fault_app_id_import_id_csv_import_app_id_id_fk" FOREIGN KEY ("app_id","import_id") REFERENCES "public"."csv_import"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_index" ADD CONSTRAINT "field_index_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_link" ADD CONSTRAINT "member_link_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_payment" ADD CONSTRAINT "app_payment_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sale" ADD CONSTRAINT "member_sale_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sale" ADD CONSTRAINT "member_sale_app_id_member_id_member_app_id_id_fk" FOREIGN KEY ("app_id","member_id") REFERENCES "public"."member"("app_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_identity" ADD CONSTRAINT "oidc_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_visit" ADD CONSTRAINT "oidc_visit_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run_event" ADD CONSTRAINT "tool_run_event_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run_use" ADD CONSTRAINT "tool_run_use_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_memory" ADD CONSTRAINT "user_memory_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret" ADD CONSTRAINT "secret_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_item" ADD CONSTRAINT "context_item_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_pause" ADD CONSTRAINT "schedule_pause_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_event" ADD CONSTRAINT "trigger_event_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob" ADD CONSTRAINT "blob_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "account_link_account" ON "account_link" USING btree ("account_id","kind");--> statement-breakpoint
CREATE INDEX "account_link_expiry" ON "account_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_session_user" ON "account_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_session_expiry" ON "account_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attempt_end" ON "attempt" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "email_code_expiry" ON "email_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sale_account" ON "sale" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sale_email" ON "sale" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sale_subscription" ON "sale" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "analytics_error_age" ON "analytics_error" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "analytics_visitor_day" ON "analytics_visitor" USING btree ("day");--> statement-breakpoint
CREATE INDEX "app_owner" ON "app" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_host_kind" ON "app_host" USING btree ("app_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_token" ON "invitation" USING btree ("app_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "member_email" ON "member" USING btree ("app_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_live" ON "publication" USING btree ("app_id") WHERE "publication"."live";--> statement-breakpoint
CREATE UNIQUE INDEX "tool_path" ON "tool" USING btree ("app_id","path");--> statement-breakpoint
CREATE INDEX "tool_composition_open" ON "tool_composition" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "visitor_session_expiry" ON "visitor_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "assistant_message_visitor" ON "assistant_message" USING btree ("app_id","visitor","number");--> statement-breakpoint
CREATE INDEX "build_plan_time" ON "build_plan" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "build_plan_open" ON "build_plan" USING btree ("app_id") WHERE "build_plan"."state" in ('proposed', 'running', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "message_number" ON "message" USING btree ("app_id","number");--> statement-breakpoint
CREATE INDEX "model_usage_month" ON "model_usage" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "turn_running" ON "turn" USING btree ("app_id") WHERE "turn"."status" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "chunk_number" ON "chunk" USING btree ("app_id","number");--> statement-breakpoint
CREATE INDEX "chunk_item" ON "chunk" USING btree ("app_id","item_id","position");--> statement-breakpoint
CREATE INDEX "chunk_hash" ON "chunk" USING btree ("app_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "app_claim_token" ON "app_claim" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "collaborator_account" ON "collaborator" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collaborator_invitation_token" ON "collaborator_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "collaborator_invitation_expiry" ON "collaborator_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "csv_import_state" ON "csv_import" USING btree ("state","heartbeat_at");--> statement-breakpoint
CREATE INDEX "entity_row_created" ON "entity_row" USING btree ("app_id","entity","created_at" NULLS FIRST,"id" NULLS FIRST) WHERE created_at <> '-infinity';--> statement-breakpoint
CREATE INDEX "entity_row_own" ON "entity_row" USING btree ("app_id","entity","creator_id","created_at" NULLS FIRST,"id" NULLS FIRST) WHERE created_at <> '-infinity';--> statement-breakpoint
CREATE INDEX "entity_row_history_change" ON "entity_row_history" USING btree ("app_id","change_id");--> statement-breakpoint
CREATE INDEX "entity_row_history_time" ON "entity_row_history" USING brin ("changed_at");--> statement-breakpoint
CREATE INDEX "entity_row_value_row" ON "entity_row_value" USING btree ("app_id","entity","row_id") WHERE row_id <> '';--> statement-breakpoint
CREATE INDEX "entity_rows_created_change" ON "entity_rows_created" USING btree ("app_id","change_id");--> statement-breakpoint
CREATE INDEX "passkey_account" ON "passkey" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expiry" ON "passkey_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_in_account" ON "pending_sign_in" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expiry" ON "pending_sign_in" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "member_link_member" ON "member_link" USING btree ("app_id","member_id");--> statement-breakpoint
CREATE INDEX "member_sale_member" ON "member_sale" USING btree ("app_id","member_id");--> statement-breakpoint
CREATE INDEX "member_sale_email" ON "member_sale" USING btree ("app_id","email");--> statement-breakpoint
CREATE INDEX "member_sale_read" ON "member_sale" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "oidc_identity_account" ON "oidc_identity" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "oidc_visit_expiry" ON "oidc_visit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tool_run_visitor" ON "tool_run" USING btree ("app_id","visitor","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tool_run_fingerprint" ON "tool_run" USING btree ("app_id","visitor","fingerprint");--> statement-breakpoint
CREATE INDEX "tool_run_open" ON "tool_run" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "tool_run_event_age" ON "tool_run_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "context_item_id" ON "context_item" USING btree ("id");--> statement-breakpoint
CREATE INDEX "context_item_newest" ON "context_item" USING btree ("app_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "context_item_open" ON "context_item" USING btree ("status","due_at");--> statement-breakpoint
CREATE INDEX "context_item_next" ON "context_item" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "schedule_next" ON "schedule" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "trigger_event_at" ON "trigger_event" USING btree ("app_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_token" ON "webhook" USING btree ("app_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "version_number" ON "version" USING btree ("app_id","number");--> statement-breakpoint
CREATE INDEX "version_sitting" ON "version" USING btree ("app_id","sitting","number");--> statement-breakpoint
-- What Drizzle's schema cannot say, from here on.
-- The audit log is append only (src/features/admin/audit.ts).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'The audit log is append only'; END $$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
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
CREATE TRIGGER rights AFTER UPDATE OF role, disabled_at, paid_until OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION rights_of_row();--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF owner_id, published_version_id OR DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION rights_of_row();--> statement-breakpoint
CREATE FUNCTION rights_of_collaborator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM notify_rights(OLD.account_id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER rights AFTER UPDATE OF role OR DELETE ON "collaborator" FOR EACH ROW EXECUTE FUNCTION rights_of_collaborator();--> statement-breakpoint
-- An app's entities are not spread over all apps: without this the planner takes the rows of one entity for a handful and sorts them all for a page.
CREATE STATISTICS "entity_row_entities" (ndistinct, dependencies, mcv) ON "app_id", "entity" FROM "entity_row";--> statement-breakpoint
CREATE STATISTICS "entity_row_creators" (ndistinct, dependencies) ON "app_id", "entity", "creator_id" FROM "entity_row";--> statement-breakpoint
-- Rows that every request needs are kept in memory until one of these names them (src/db/keep-while-true.ts). The channel and the shape are those of src/engines/events.ts.
CREATE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE id text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN id := '*';
  ELSIF TG_OP = 'INSERT' THEN id := to_jsonb(NEW) ->> TG_ARGV[0];
  ELSE id := to_jsonb(OLD) ->> TG_ARGV[0]; END IF;
  IF id IS NOT NULL THEN PERFORM pg_notify('joinery', json_build_array('kept:' || id, '')::text); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "account_session" FOR EACH ROW EXECUTE FUNCTION notify_kept('user_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "visitor_session" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION notify_kept('id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "app_host" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER UPDATE OR DELETE ON "collaborator" FOR EACH ROW EXECUTE FUNCTION notify_kept('account_id');--> statement-breakpoint
CREATE TRIGGER kept AFTER INSERT OR UPDATE OR DELETE ON "app_payment" FOR EACH ROW EXECUTE FUNCTION notify_kept('app_id');--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "account" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "account_session" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "member" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "visitor_session" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app_host" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "collaborator" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
CREATE TRIGGER kept_none AFTER TRUNCATE ON "app_payment" FOR EACH STATEMENT EXECUTE FUNCTION notify_kept();--> statement-breakpoint
-- Search reads few pages: codes stand in their rows, vectors and word lists beside them, uncompressed (src/features/retrieval).
ALTER TABLE "chunk_term" ALTER COLUMN "postings" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "chunk_code" ALTER COLUMN "code" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "chunk_vector" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "chunk_vector" SET (toast_tuple_target = 256);--> statement-breakpoint
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
