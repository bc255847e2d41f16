CREATE INDEX "vouchers_list_nearness" ON "vouchers" USING btree ((case
    when "remaining_time" is not null then -1000 * extract(epoch from "remaining_time" at time zone 'UTC')::float8
    when "views" < "first_reveal_views" then "views"::float8 / "first_reveal_views"
    when "views" < "second_reveal_views" then "views"::float8 / "second_reveal_views"
    else -1 end),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";--> statement-breakpoint
CREATE INDEX "vouchers_kind_nearness" ON "vouchers" USING btree ("type","currency","reveal_method",(case
    when "remaining_time" is not null then -1000 * extract(epoch from "remaining_time" at time zone 'UTC')::float8
    when "views" < "first_reveal_views" then "views"::float8 / "first_reveal_views"
    when "views" < "second_reveal_views" then "views"::float8 / "second_reveal_views"
    else -1 end),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";