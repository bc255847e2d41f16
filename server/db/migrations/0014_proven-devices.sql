CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"work" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_networks" (
	"voucher_id" integer NOT NULL,
	"network" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "voucher_networks_voucher_id_network_pk" PRIMARY KEY("voucher_id","network")
);
--> statement-breakpoint
ALTER TABLE "voucher_clickers" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_viewers" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "uncounted_views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "uncounted_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_networks" ADD CONSTRAINT "voucher_networks_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_network_proved" ON "devices" USING btree ("network","proved_at");--> statement-breakpoint
CREATE INDEX "devices_proved" ON "devices" USING btree ("proved_at");