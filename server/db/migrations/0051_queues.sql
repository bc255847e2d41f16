DROP INDEX "notifications_mail_due";--> statement-breakpoint
DROP INDEX "push_deliveries_due";--> statement-breakpoint
DROP INDEX "push_deliveries_urgent";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_queue" ON "mails" USING btree ("priority","due_at","id") WHERE "mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_mail_queue" ON "notifications" USING btree ("priority","mail_due_at","id") WHERE "notifications"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "push_deliveries_queue" ON "push_deliveries" USING btree ("priority","due_at","id");--> statement-breakpoint
UPDATE "push_deliveries" SET "priority" = 'urgent' WHERE "is_urgent";