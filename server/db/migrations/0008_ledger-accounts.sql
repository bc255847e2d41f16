-- Accounts of the ledger stand beside the accounts of people, so they get a name of their own. Nothing is rewritten.
ALTER TABLE "accounts" RENAME TO "ledger_accounts";--> statement-breakpoint
ALTER SEQUENCE "accounts_id_seq" RENAME TO "ledger_accounts_id_seq";--> statement-breakpoint
ALTER INDEX "accounts_pkey" RENAME TO "ledger_accounts_pkey";--> statement-breakpoint
ALTER INDEX "accounts_key_unique" RENAME TO "ledger_accounts_key_unique";--> statement-breakpoint
ALTER INDEX "accounts_user" RENAME TO "ledger_accounts_user";--> statement-breakpoint
ALTER INDEX "accounts_voucher" RENAME TO "ledger_accounts_voucher";--> statement-breakpoint
ALTER TABLE "ledger_accounts" RENAME CONSTRAINT "accounts_not_negative" TO "ledger_accounts_not_negative";--> statement-breakpoint
ALTER TABLE "ledger_accounts" RENAME CONSTRAINT "accounts_user_id_users_id_fk" TO "ledger_accounts_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "journal_entries" RENAME CONSTRAINT "journal_entries_account_id_accounts_id_fk" TO "journal_entries_account_id_ledger_accounts_id_fk";
