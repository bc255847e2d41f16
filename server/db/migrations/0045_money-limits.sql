CREATE TABLE "own_money_limits" (
	"user_id" integer NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"next_amount" bigint,
	"next_at" timestamp with time zone,
	CONSTRAINT "own_money_limits_user_id_currency_pk" PRIMARY KEY("user_id","currency"),
	CONSTRAINT "own_money_limits_positive" CHECK ("own_money_limits"."amount" > 0 and "own_money_limits"."next_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_name" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "own_money_limits" ADD CONSTRAINT "own_money_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_review" ON "payouts" USING btree ("id") WHERE "payouts"."review" = 'waiting';