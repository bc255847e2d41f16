CREATE TABLE "receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receipt_keys_retired_sign_nothing" CHECK (("receipt_keys"."sealed" is null) = ("receipt_keys"."retired_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_one_signs" ON "receipt_keys" USING btree (("retired_at" is null)) WHERE "receipt_keys"."retired_at" is null;