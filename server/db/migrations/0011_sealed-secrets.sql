-- Clears what opened codes without the secret. SQL has no key, so what is cleared cannot be computed anew here.
CREATE TABLE "secret_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"use" text NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "html" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
CREATE INDEX "email_tokens_email" ON "email_tokens" USING btree ("email","created_at");--> statement-breakpoint
-- Plain hashes over bodies with codes. A repeated request gets its first answer without being compared.
UPDATE "idempotency_keys" SET "request_hash" = '';--> statement-breakpoint
-- Ten digits of a payment voucher's code, in stored answers and in the voucher; which three are hidden stays.
UPDATE "idempotency_keys" SET "answer" = regexp_replace("answer"::text, '"masked_code": "[0-9*]{13}"', '"masked_code": "*************"', 'g')::jsonb
WHERE "answer"::text LIKE '%"purpose": "payment"%';--> statement-breakpoint
UPDATE "vouchers" SET "masked_code" = regexp_replace("masked_code", '[0-9]', '-', 'g') WHERE "purpose" = 'payment';--> statement-breakpoint
-- Links and release codes. What is not sent yet keeps its words until it is.
UPDATE "mails" SET "text" = NULL, "html" = NULL WHERE "sent_at" IS NOT NULL;
