import { entriesRoot, type PublishedEntry } from './entries.ts';
import type { Check } from './check.ts';
import type { ProofFile } from './proof-file.ts';
import { readSealedRules } from './sealed-rules.ts';

const judged = (outcome: Check['outcome'], says: string): Check => ({
  name: 'entries',
  outcome,
  says,
});

/** What a player knows of an entry of their own: its number by the receipt, and what they sent. */
export interface OwnEntry {
  readonly number: number;
  readonly code?: string | undefined;
  readonly userId?: number | undefined;
}

/** Whether the entry under one's own number is another player's, or other digits. */
function isReplaced({ number, code, userId }: OwnEntry, entries: readonly PublishedEntry[]) {
  const entry = entries[number - 1];
  if (!entry) return false;
  const isOther = <T>(known: T | undefined, published: T): boolean =>
    known !== undefined && known !== published;
  return isOther(code, entry.guess_code) || isOther(userId, entry.user_id);
}

/** Whether all entries of a drawn lottery were counted; nothing for other vouchers. */
export function judgeEntries(
  { ulid, rules, entries, entries_root: root }: ProofFile,
  receipts: readonly OwnEntry[] = [],
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
  const lost = receipts.find(({ number }) => number > entries.length);
  if (lost) return [judged('fail', `Entry ${lost.number} was dropped: it is yours.`)];
  const replaced = receipts.find((receipt) => isReplaced(receipt, entries));
  if (replaced) return [judged('fail', `Entry ${replaced.number} is not what you sent.`)];
  if (entriesRoot(ulid, entries) !== root)
    return [judged('fail', 'An entry was changed, or the last ones were dropped.')];
  return [judged('pass', `All ${entries.length} entries were counted, none was dropped.`)];
}
