-- Reads of the table wait only for the end: the indexes are made before the former ones go.
CREATE INDEX "vouchers_open_amount" ON "vouchers" USING btree ("type","currency","reveal_method","amount","id","creator_id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_open_created" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_open_views" ON "vouchers" USING btree ("views","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_open_end" ON "vouchers" USING btree (least("final_reveal_time", "expires_at"),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_open_progress" ON "vouchers" USING btree ((case
    when "remaining_time" is not null then -1000 * extract(epoch from "remaining_time" at time zone 'UTC')::float8
    when "views" < "first_reveal_views" then "views"::float8 / "first_reveal_views"
    when "views" < "second_reveal_views" then "views"::float8 / "second_reveal_views"
    else -1 end),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
ALTER TABLE "vouchers" DROP CONSTRAINT "vouchers_worth_not_negative";
--> statement-breakpoint
DROP INDEX "vouchers_list_worth", "vouchers_list_ending", "vouchers_list_newest", "vouchers_list_viewed", "vouchers_list_nearness", "vouchers_kind_worth", "vouchers_kind_ending", "vouchers_kind_created", "vouchers_kind_views", "vouchers_kind_nearness", "vouchers_list_creator", "vouchers_list_rate";
--> statement-breakpoint
-- The column "worth" stays: nodes of the version before read and write it while they are replaced. This version does
-- neither, and nothing rewrites it any more.
DO $$ BEGIN
  IF to_regclass('jobs.schedule') IS NOT NULL THEN
    DELETE FROM jobs.schedule WHERE name = 'rewrite-worths';
  END IF;
END $$;
