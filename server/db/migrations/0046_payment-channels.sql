ALTER TABLE "payments" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "channel" text DEFAULT 'bank_transfer' NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_revocable" ON "payments" USING btree ("user_id") WHERE "payments"."status" = 'settled' and "payments"."channel" in ('card', 'other');