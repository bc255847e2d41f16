CREATE TABLE "voucher_releases" (
	"voucher_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voucher_releases_voucher_id_user_id_pk" PRIMARY KEY("voucher_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "enable_2fa" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "recipient_email" text;--> statement-breakpoint
ALTER TABLE "voucher_releases" ADD CONSTRAINT "voucher_releases_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_releases" ADD CONSTRAINT "voucher_releases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouchers_expiring" ON "vouchers" USING btree ("expires_at") WHERE "vouchers"."status" in ('pending', 'active');