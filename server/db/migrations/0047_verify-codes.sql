ALTER TABLE "email_tokens" ADD COLUMN "code_hash" text;--> statement-breakpoint
ALTER TABLE "email_tokens" ADD COLUMN "code_tries" smallint DEFAULT 0 NOT NULL;