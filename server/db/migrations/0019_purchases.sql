CREATE TABLE "purchases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" text NOT NULL,
	"supplier" text NOT NULL,
	"product" text NOT NULL,
	"service" text NOT NULL,
	"service_name" text NOT NULL,
	"item" text,
	"item_name" text,
	"customer" text NOT NULL,
	"customer_name" text,
	"status" text NOT NULL,
	"supplier_reference" text,
	"token" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchases_amount_positive" CHECK ("purchases"."amount" > 0 and "purchases"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_reference_unique" ON "purchases" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "purchases_user" ON "purchases" USING btree ("user_id","kind","id");--> statement-breakpoint
CREATE INDEX "purchases_due" ON "purchases" USING btree ("next_check_at") WHERE "purchases"."next_check_at" is not null;