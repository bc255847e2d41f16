CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"taken" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_gateway_unique" UNIQUE("gateway","gateway_id"),
	CONSTRAINT "disputes_taken_within" CHECK ("disputes"."taken" between 0 and "disputes"."amount"),
	CONSTRAINT "disputes_taken_if_lost" CHECK ("disputes"."state" = 'lost' or "disputes"."taken" = 0)
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_accounts_receivable" ON "ledger_accounts" USING btree ("user_id") WHERE "ledger_accounts"."type" = 'receivable';--> statement-breakpoint
-- Not validated, because the table has no such account yet and reading it all would lock it.
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_receivable_owed" CHECK ("ledger_accounts"."type" <> 'receivable' or "ledger_accounts"."balance" <= 0) NOT VALID;