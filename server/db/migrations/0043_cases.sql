CREATE TABLE "case_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_number" text NOT NULL,
	"user_id" integer NOT NULL,
	"reference" text NOT NULL,
	"transaction_id" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"outcome" text,
	"created_at" timestamp with time zone NOT NULL,
	"waiting_since" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "cases_waiting" CHECK (("cases"."status" = 'open') = ("cases"."waiting_since" is not null)),
	CONSTRAINT "cases_decided" CHECK (("cases"."status" = 'decided') = ("cases"."decided_at" is not null) and ("cases"."decided_at" is null) = ("cases"."outcome" is null))
);
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_messages_once" ON "case_messages" USING btree ("case_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cases_number_unique" ON "cases" USING btree ("case_number");--> statement-breakpoint
CREATE INDEX "cases_user" ON "cases" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "cases_undecided" ON "cases" USING btree ("created_at") WHERE "cases"."status" <> 'decided';