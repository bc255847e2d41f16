ALTER TABLE "notification_events" ALTER COLUMN "voucher_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "featured_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "vouchers_list_featured" ON "vouchers" USING btree ("featured_at" DESC NULLS LAST,"views" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "vouchers"."purpose" = 'giveaway' and "vouchers"."status" = 'active' and not "vouchers"."is_private";--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_subject" CHECK (("notification_events"."voucher_id" is null) = ("notification_events"."kind" = 'announcement') and ("notification_events"."text" is null) = ("notification_events"."voucher_id" is not null));--> statement-breakpoint
-- What administrators did is written down once: nobody takes it back or edits it.
CREATE TRIGGER admin_actions_append_only BEFORE UPDATE OR DELETE ON "admin_actions"
  FOR EACH ROW EXECUTE FUNCTION refuse_journal_change();
