-- What is only read goes on being read until the journal's turn, which is the last: writes wait, in the order of locks.
CREATE INDEX "vouchers_list_newest" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_viewed" ON "vouchers" USING btree ("views","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_kind_worth" ON "vouchers" USING btree ("type","currency","reveal_method","worth","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_kind_ending" ON "vouchers" USING btree ("type","currency","reveal_method",least("final_reveal_time", "expires_at"),"id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_kind_created" ON "vouchers" USING btree ("type","currency","reveal_method","created_at","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_kind_views" ON "vouchers" USING btree ("type","currency","reveal_method","views","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_creator" ON "vouchers" USING btree ("creator_id","worth","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "vouchers_list_rate" ON "vouchers" USING btree ("currency",("worth"::float8 / "amount"::float8)) WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";
--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("user_id","status","purpose","created_at","id") WHERE "payments"."status" in ('pending', 'failed');
--> statement-breakpoint
-- Every two and three letters in a row of a name: what stands anywhere in it is found without reading all names.
CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(name, start, size)), '{}')
  FROM generate_series(2, 3) size, generate_series(1, length(name) - size + 1) start
$$;
--> statement-breakpoint
CREATE INDEX "users_name_grams" ON "users" USING gin (name_grams("username")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "journal_transactions_reference" ON "journal_transactions" USING btree ("reference");
--> statement-breakpoint
CREATE INDEX "payouts_undelivered" ON "payouts" USING btree ("user_id","status") WHERE "payouts"."status" <> 'completed';
--> statement-breakpoint
CREATE INDEX "purchases_undelivered" ON "purchases" USING btree ("user_id","status") WHERE "purchases"."status" <> 'completed';
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD COLUMN "kind" text, ADD COLUMN "moved_at" timestamp with time zone;
--> statement-breakpoint
-- Whoever writes an entry, a node of the version before too, it says what its transaction says.
CREATE FUNCTION place_journal_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT kind, created_at INTO NEW.kind, NEW.moved_at FROM journal_transactions WHERE id = NEW.transaction_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_entries_placed BEFORE INSERT ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION place_journal_entry();
--> statement-breakpoint
-- The one time that rows of the journal are rewritten: nothing that they said changes.
ALTER TABLE "journal_entries" DISABLE TRIGGER journal_entries_append_only;
--> statement-breakpoint
UPDATE "journal_entries" SET "kind" = moved."kind", "moved_at" = moved."created_at"
FROM "journal_transactions" moved WHERE moved."id" = "journal_entries"."transaction_id";
--> statement-breakpoint
ALTER TABLE "journal_entries" ENABLE TRIGGER journal_entries_append_only;
--> statement-breakpoint
ALTER TABLE "journal_entries" ALTER COLUMN "kind" SET NOT NULL, ALTER COLUMN "moved_at" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "journal_entries_moved" ON "journal_entries" USING btree ("account_id","moved_at","id");
--> statement-breakpoint
CREATE INDEX "journal_entries_kind" ON "journal_entries" USING btree ("account_id","kind","moved_at","id");
--> statement-breakpoint
DROP INDEX "vouchers_list_created";
--> statement-breakpoint
DROP INDEX "vouchers_list_views";
