CREATE TABLE "paces" (
	"key" text PRIMARY KEY NOT NULL,
	"clear_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "network_hash" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "entry_rule" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "guess_devices" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "guess_networks" integer;--> statement-breakpoint
CREATE INDEX "paces_clear" ON "paces" USING btree ("clear_at");--> statement-breakpoint
CREATE INDEX "guesses_origins" ON "guesses" USING btree ("voucher_id") WHERE "guesses"."network_hash" is not null;