CREATE TABLE "device_guessers" (
	"device_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"guessed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_guessers_device_id_user_id_pk" PRIMARY KEY("device_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "risk_score" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "risk_reasons" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "link_of" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "revealed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_guessers" ADD CONSTRAINT "device_guessers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_guessers_guessed" ON "device_guessers" USING btree ("guessed_at");--> statement-breakpoint
CREATE INDEX "guesses_newcomers_network" ON "guesses" USING btree ("voucher_id","network","created_at") WHERE "guesses"."network" is not null;--> statement-breakpoint
CREATE INDEX "guesses_newcomers_link" ON "guesses" USING btree ("voucher_id","link_of","created_at") WHERE "guesses"."link_of" is not null;--> statement-breakpoint
CREATE INDEX "voucher_referrals_viewer" ON "voucher_referrals" USING btree ("voucher_id","viewer");