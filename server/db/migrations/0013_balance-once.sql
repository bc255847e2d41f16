-- The entries of a movement are summed once for each statement that writes some, not once for each entry: a draw with
-- 20,000 winners took 20,000 sums of 20,000 entries. Every statement has to leave the movements that it touches in balance.
CREATE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced bigint;
BEGIN
  SELECT touched.transaction_id INTO unbalanced
  FROM (SELECT DISTINCT transaction_id FROM inserted) touched
  -- Looked up movement by movement, so that the journal is never read as a whole.
  CROSS JOIN LATERAL (
    SELECT 1 FROM journal_entries entry WHERE entry.transaction_id = touched.transaction_id
    GROUP BY entry.currency HAVING sum(entry.amount) <> 0 LIMIT 1
  ) fault
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal transaction % does not sum to zero', unbalanced USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_entries_sum_to_zero AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries();
--> statement-breakpoint
DROP TRIGGER journal_entries_balanced ON journal_entries;
--> statement-breakpoint
DROP FUNCTION refuse_unbalanced_journal();
