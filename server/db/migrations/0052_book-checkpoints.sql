CREATE TABLE "book_checkpoints" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_checkpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone NOT NULL,
	"signed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_openings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"balance" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book_proofs" ADD COLUMN "whole_at" timestamp with time zone;