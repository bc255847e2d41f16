CREATE SEQUENCE "public"."guess_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "guess_waits" DROP CONSTRAINT "guess_waits_voucher_id_vouchers_id_fk";
--> statement-breakpoint
ALTER TABLE "guess_waits" DROP CONSTRAINT "guess_waits_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "guesses" DROP CONSTRAINT "guesses_voucher_id_vouchers_id_fk";
--> statement-breakpoint
ALTER TABLE "guesses" DROP CONSTRAINT "guesses_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "guesses" ALTER COLUMN "number" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "vouchers" ALTER COLUMN "winning_guess_number" SET DATA TYPE bigint;--> statement-breakpoint
-- Past every number of before: on one voucher no two are alike, and later guesses have higher ones.
SELECT setval('guess_numbers', coalesce(max(greatest("id", "number")), 0) + 1, false) FROM "guesses";
