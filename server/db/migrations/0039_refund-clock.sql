ALTER TABLE "payouts" ADD COLUMN "told_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "delivered_late_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "awaits_token" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "told_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "delivered_late_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "book_proofs" ADD COLUMN "refund_clock" jsonb;--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("created_at") WHERE "payouts"."status" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "payouts_delivered_late" ON "payouts" USING btree ("delivered_late_at") WHERE "payouts"."delivered_late_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("created_at") WHERE "purchases"."status" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "purchases_delivered_late" ON "purchases" USING btree ("delivered_late_at") WHERE "purchases"."delivered_late_at" is not null;--> statement-breakpoint
CREATE INDEX "allowed_users_login" ON "allowed_users" USING btree ("login");--> statement-breakpoint
CREATE INDEX "notifications_named" ON "notifications" USING btree (("data" ->> 'username')) WHERE "notifications"."data" ->> 'username' is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_events_reference" ON "webhook_events" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "vouchers_recipient" ON "vouchers" USING btree ("recipient_email") WHERE "vouchers"."recipient_email" is not null;--> statement-breakpoint
-- Not validated, because the table has no such account yet and reading it all would lock it.
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_unclaimed" CHECK ("ledger_accounts"."type" <> 'unclaimed' or "ledger_accounts"."balance" >= 0) NOT VALID;
