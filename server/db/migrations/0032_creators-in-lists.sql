-- Each index is made beside the former one, which goes at the very end: reads of the table wait for no more than that.
ALTER INDEX "vouchers_list_worth" RENAME TO "vouchers_list_worth_former";
--> statement-breakpoint
ALTER INDEX "vouchers_list_ending" RENAME TO "vouchers_list_ending_former";
--> statement-breakpoint
ALTER INDEX "vouchers_list_newest" RENAME TO "vouchers_list_newest_former";
--> statement-breakpoint
ALTER INDEX "vouchers_list_viewed" RENAME TO "vouchers_list_viewed_former";
--> statement-breakpoint
ALTER INDEX "vouchers_list_nearness" RENAME TO "vouchers_list_nearness_former";
--> statement-breakpoint
CREATE INDEX "vouchers_list_worth" ON "vouchers" USING btree ("worth","id","currency","amount","creator_id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_ending" ON "vouchers" USING btree (least("final_reveal_time", "expires_at"),"id","worth","currency","amount","creator_id","final_reveal_time","expires_at") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_newest" ON "vouchers" USING btree ("created_at","id","worth","currency","amount","creator_id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_viewed" ON "vouchers" USING btree ("views","id","worth","currency","amount","creator_id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_nearness" ON "vouchers" USING btree ((case
    when "remaining_time" is not null then -1000 * extract(epoch from "remaining_time" at time zone 'UTC')::float8
    when "views" < "first_reveal_views" then "views"::float8 / "first_reveal_views"
    when "views" < "second_reveal_views" then "views"::float8 / "second_reveal_views"
    else -1 end),"id","worth","currency","amount","creator_id","views","first_reveal_views","second_reveal_views","remaining_time") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
DROP INDEX "vouchers_list_worth_former", "vouchers_list_ending_former", "vouchers_list_newest_former", "vouchers_list_viewed_former", "vouchers_list_nearness_former";
