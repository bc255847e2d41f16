CREATE TABLE "settlement_days" (
	"gateway" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"journal" bigint NOT NULL,
	"settled" bigint NOT NULL,
	"unmatched" integer NOT NULL,
	"is_different" boolean NOT NULL,
	CONSTRAINT "settlement_days_gateway_currency_day_pk" PRIMARY KEY("gateway","currency","day")
);
--> statement-breakpoint
CREATE TABLE "settlement_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" integer NOT NULL,
	"reference" text,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"external_id" text NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"net" bigint NOT NULL,
	"settled_on" date NOT NULL,
	"source" text NOT NULL,
	"difference" bigint,
	"booked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlements_balanced" CHECK ("settlements"."gross" = "settlements"."fee" + "settlements"."net")
);
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "settlement" text;--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "settlement_transactions" ADD CONSTRAINT "settlement_transactions_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settlement_transactions_reference" ON "settlement_transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "settlement_transactions_paid" ON "settlement_transactions" USING btree ("paid_on");--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_external_id_unique" ON "settlements" USING btree ("gateway","external_id");