ALTER TABLE "voucher_referrals" ADD COLUMN "counted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "voucher_referrals" SET "counted" = 1 WHERE "state" = 'confirmed';
