CREATE TABLE "admin_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"by" text NOT NULL,
	"why" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"movement" text NOT NULL,
	"amount" bigint NOT NULL,
	"moved" bigint DEFAULT 0 NOT NULL,
	"reasons" jsonb NOT NULL,
	"origin_id" integer,
	"held_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "holds_movement_unique" UNIQUE NULLS NOT DISTINCT("account_id","movement","origin_id"),
	CONSTRAINT "holds_amount_positive" CHECK ("holds"."amount" > 0),
	CONSTRAINT "holds_moved_within" CHECK ("holds"."moved" between 0 and "holds"."amount"),
	CONSTRAINT "holds_outcome_told" CHECK (("holds"."ended_at" is null) = ("holds"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_destinations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_destinations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"destination_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"is_owner" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD COLUMN "visitor_id" integer;--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD COLUMN "state" text DEFAULT 'confirmed' NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_origin_id_holds_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_destinations" ADD CONSTRAINT "payout_destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_open" ON "holds" USING btree ("account_id") WHERE "holds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "holds_origin" ON "holds" USING btree ("origin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_destinations_named" ON "payout_destinations" USING btree ("destination_hash","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_destinations_owner" ON "payout_destinations" USING btree ("destination_hash") WHERE "payout_destinations"."is_owner";--> statement-breakpoint
CREATE INDEX "payout_destinations_user" ON "payout_destinations" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD CONSTRAINT "voucher_referrals_visitor_id_users_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_device" ON "sessions" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "voucher_referrals_pending" ON "voucher_referrals" USING btree ("counted_at") WHERE "voucher_referrals"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "voucher_referrals_visitor" ON "voucher_referrals" USING btree ("visitor_id") WHERE "voucher_referrals"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "voucher_referrals_device" ON "voucher_referrals" USING btree ("device_id") WHERE "voucher_referrals"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "voucher_referrals_recent" ON "voucher_referrals" USING btree ("viewer","counted_at");--> statement-breakpoint
CREATE INDEX "payouts_account" ON "payouts" USING btree ("account_number");--> statement-breakpoint
ALTER TABLE "voucher_referrals" ADD CONSTRAINT "voucher_referrals_reason" CHECK (("voucher_referrals"."state" = 'refused') = ("voucher_referrals"."reason" is not null));