-- One short lock: the column is added without rewriting the table, and only giveaways that can be listed get a worth.
DROP INDEX "vouchers_list_amount";--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "worth" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- At the last rates read, else those built in, in kobo; the job that follows the rates rounds anew where it differs.
WITH "last" AS (
	SELECT "rates" FROM "exchange_rates" ORDER BY "read_at" DESC, "id" DESC LIMIT 1
), "rate" ("currency", "per_unit") AS (
	SELECT 'NGN', 1::numeric
	UNION ALL SELECT 'USD', coalesce((SELECT ("rates"->>'NGN')::numeric FROM "last"), 1520)
	UNION ALL SELECT 'GHS', coalesce((SELECT ("rates"->>'NGN')::numeric / ("rates"->>'GHS')::numeric FROM "last"), 106.4)
	UNION ALL SELECT 'KES', coalesce((SELECT ("rates"->>'NGN')::numeric / ("rates"->>'KES')::numeric FROM "last"), 11.856)
)
UPDATE "vouchers" SET "worth" = least(7000000000000000000, round("vouchers"."amount" * "rate"."per_unit"))
FROM "rate"
WHERE "rate"."currency" = "vouchers"."currency" AND "vouchers"."purpose" = 'giveaway' AND "vouchers"."status" IN ('pending', 'active');--> statement-breakpoint
CREATE INDEX "vouchers_list_worth" ON "vouchers" USING btree ("worth","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";--> statement-breakpoint
CREATE INDEX "vouchers_list_ending" ON "vouchers" USING btree (least("final_reveal_time", "expires_at"),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_worth_not_negative" CHECK ("vouchers"."worth" >= 0);
