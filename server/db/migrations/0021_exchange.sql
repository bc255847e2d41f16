CREATE TABLE "exchange_quotes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_quotes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"user_id" integer NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"gets" bigint NOT NULL,
	"market_rate" numeric NOT NULL,
	"spread_bp" integer NOT NULL,
	"rate_read_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "exchange_quotes_amounts_positive" CHECK ("exchange_quotes"."amount" > 0 and "exchange_quotes"."gets" > 0),
	CONSTRAINT "exchange_quotes_two_currencies" CHECK ("exchange_quotes"."from_currency" <> "exchange_quotes"."to_currency")
);
--> statement-breakpoint
ALTER TABLE "exchange_quotes" ADD CONSTRAINT "exchange_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_quotes_reference_unique" ON "exchange_quotes" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "exchange_quotes_user" ON "exchange_quotes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exchange_quotes_unused" ON "exchange_quotes" USING btree ("expires_at") WHERE "exchange_quotes"."used_at" is null;