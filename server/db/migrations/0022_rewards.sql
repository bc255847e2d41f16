CREATE TABLE "coin_standing_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coin_standing_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"board" text NOT NULL,
	"region" text NOT NULL,
	"points" integer NOT NULL,
	"people" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coin_standings" (
	"board" text NOT NULL,
	"region" text NOT NULL,
	"points" integer NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "coin_standings_board_region_points_pk" PRIMARY KEY("board","region","points")
);
--> statement-breakpoint
CREATE TABLE "coin_totals" (
	"board" text NOT NULL,
	"region" text NOT NULL,
	"user_id" integer NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"joins" integer NOT NULL,
	"wins" integer NOT NULL,
	CONSTRAINT "coin_totals_board_region_user_id_pk" PRIMARY KEY("board","region","user_id"),
	CONSTRAINT "coin_totals_not_negative" CHECK ("coin_totals"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "book_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"proved_at" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"is_clean" boolean NOT NULL,
	"checks" jsonb NOT NULL,
	"money" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "points_entries_user";--> statement-breakpoint
ALTER TABLE "coin_totals" ADD CONSTRAINT "coin_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coin_standing_changes_board" ON "coin_standing_changes" USING btree ("board","region","points");--> statement-breakpoint
CREATE INDEX "coin_totals_rank" ON "coin_totals" USING btree ("board","region","points" DESC NULLS FIRST,"user_id") WHERE "coin_totals"."points" > 0;--> statement-breakpoint
CREATE INDEX "book_proofs_proved" ON "book_proofs" USING btree ("proved_at");--> statement-breakpoint
CREATE INDEX "users_referred_by" ON "users" USING btree ("referred_by","id") WHERE "users"."referred_by" is not null;--> statement-breakpoint
CREATE INDEX "guesses_user" ON "guesses" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "voucher_referrals_sharer" ON "voucher_referrals" USING btree ("sharer_id","voucher_id") WHERE "voucher_referrals"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "voucher_sharers_user" ON "voucher_sharers" USING btree ("user_id","voucher_id");--> statement-breakpoint
CREATE INDEX "vouchers_prizes" ON "vouchers" USING btree ("completed_at","id") WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'completed' and not "vouchers"."is_private";--> statement-breakpoint
CREATE INDEX "points_entries_user" ON "points_entries" USING btree ("user_id","id");
--> statement-breakpoint
-- What was earned before. Past weeks and months are over, so only those that run now are added up.
WITH boards AS (
  SELECT board, since FROM (VALUES
    ('all', '-infinity'::timestamptz),
    (to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), date_trunc('month', now(), 'UTC')),
    (to_char(now() AT TIME ZONE 'UTC', 'IYYY-"W"IW'), date_trunc('week', now(), 'UTC'))
  ) AS board (board, since)
), events AS (
  SELECT user_id, created_at, delta AS points, (reason = 'share')::int AS shares, (reason = 'referral_signup')::int AS joins, 0 AS wins
  FROM points_entries WHERE reason IN ('share', 'referral_signup') AND delta > 0
  UNION ALL
  SELECT account.user_id, moved.created_at, 0, 0, 0, 1
  FROM journal_transactions moved
  JOIN journal_entries entry ON entry.transaction_id = moved.id AND entry.amount > 0
  JOIN ledger_accounts account ON account.id = entry.account_id AND account.type = 'wallet'
  WHERE moved.kind = 'voucher_win'
)
INSERT INTO coin_totals (board, region, user_id, points, shares, joins, wins)
SELECT boards.board, place.region, events.user_id, sum(events.points), sum(events.shares), sum(events.joins), sum(events.wins)
FROM events
JOIN boards ON events.created_at >= boards.since
JOIN users ON users.id = events.user_id
CROSS JOIN LATERAL (VALUES (''), (users.region)) AS place (region)
GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO coin_standings (board, region, points, people)
SELECT board, region, points, count(*) FROM coin_totals WHERE points > 0 GROUP BY 1, 2, 3;
