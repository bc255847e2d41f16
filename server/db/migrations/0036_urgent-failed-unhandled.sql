ALTER TABLE "push_deliveries" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "push_deliveries_urgent" ON "push_deliveries" USING btree ("due_at","id") WHERE "push_deliveries"."is_urgent";--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("updated_at") WHERE "payments"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_events_unhandled" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."handled_at" is null;