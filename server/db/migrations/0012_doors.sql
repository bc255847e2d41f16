ALTER TABLE "allowed_users" DROP CONSTRAINT "allowed_users_voucher_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "allowed_users" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "allowed_users" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "allowed_users_id_seq" INCREMENT BY 1 MINVALUE 1000000000 MAXVALUE 2147483647 START WITH 1000000000 CACHE 1);--> statement-breakpoint
ALTER TABLE "allowed_users" ADD COLUMN "login" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "decline_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "allowed_users_login_unique" ON "allowed_users" USING btree ("voucher_id","login");--> statement-breakpoint
CREATE UNIQUE INDEX "allowed_users_user_unique" ON "allowed_users" USING btree ("voucher_id","user_id");--> statement-breakpoint
ALTER TABLE "allowed_users" ADD CONSTRAINT "allowed_users_someone" CHECK ("allowed_users"."login" is not null or "allowed_users"."user_id" is not null);--> statement-breakpoint
-- Whoever is allowed already was named by a username or an address; the username is what a creator was shown.
UPDATE "allowed_users" SET "login" = "users"."username" FROM "users" WHERE "users"."id" = "allowed_users"."user_id";--> statement-breakpoint
-- TRUNCATE fires no trigger of a row. What entries refer to, their transactions too, goes only with them.
CREATE TRIGGER journal_entries_no_truncate BEFORE TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
--> statement-breakpoint
CREATE TRIGGER points_entries_no_truncate BEFORE TRUNCATE ON points_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
