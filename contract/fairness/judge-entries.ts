import { entriesRoot } from './entries.ts';
import type { ProofFile } from './proof-file.ts';
import { readSealedRules } from './sealed-rules.ts';
import type { Check } from './verify-proof.ts';

const judged = (outcome: Check['outcome'], says: string): Check => ({
  name: 'entries',
  outcome,
  says,
});

/** Whether all entries of a drawn lottery were counted; nothing for other vouchers. */
export function judgeEntries(
  { ulid, rules, entries, entries_root: root }: ProofFile,
  receipts: readonly number[] = [],
): Check[] {
  if (readSealedRules(rules)?.revealMethod !== 'lottery' && root === null && entries === null)
    return [];
  if (root === null)
    return [
      entries === null
        ? judged('open', 'The entries are published when the lottery is drawn.')
        : judged('fail', 'There are entries without a root to hold them to.'),
    ];
  if (entries === null) return [judged('open', 'The entries were not saved with this proof.')];
  const gap = entries.findIndex(({ number }, at) => number !== at + 1);
  if (gap >= 0) return [judged('fail', `Entry ${gap + 1} was dropped.`)];
  const lost = receipts.find((number) => number > entries.length);
  if (lost !== undefined) return [judged('fail', `Entry ${lost} was dropped: it is yours.`)];
  if (entriesRoot(ulid, entries) !== root)
    return [judged('fail', 'An entry was changed, or the last ones were dropped.')];
  return [judged('pass', `All ${entries.length} entries were counted, none was dropped.`)];
}
