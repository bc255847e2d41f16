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

/** Whether a published entry is another player's, or other digits. */
function isReplaced({ code, userId }: OwnEntry, entry: PublishedEntry): boolean {
  const isOther = <T>(known: T | undefined, published: T): boolean =>
    known !== undefined && known !== published;
  return isOther(code, entry.guess_code) || isOther(userId, entry.user_id);
}

function countedText(count: number): string {
  if (count === 0) return 'There were no entries.';
  return count === 1
    ? 'The only entry was counted.'
    : `All ${count} entries were counted, none was dropped.`;
}

/** Whether all entries of a drawn lottery were counted; nothing for other vouchers. */
export function judgeEntries(
  { ulid, rules, code, entries, entries_root: root }: ProofFile,
  receipts: readonly OwnEntry[] = [],
): Check[] {
  if (readSealedRules(rules)?.revealMethod !== 'lottery' && root === null && entries === null)
    return [];
  if (root === null && entries !== null)
    return [judged('fail', 'There are entries without a root to hold them to.')];
  if (root === null)
    return [
      code === null
        ? judged('open', 'The entries are published when the lottery is drawn.')
        : judged('fail', 'The lottery is drawn, and its entries are kept back.'),
    ];
  if (entries === null) return [judged('open', 'The entries were not saved with this proof.')];
  const published = new Map(entries.map((entry) => [entry.number, entry]));
  for (const receipt of receipts) {
    const entry = published.get(receipt.number);
    if (!entry) return [judged('fail', `Entry ${receipt.number} was dropped: it is yours.`)];
    if (isReplaced(receipt, entry))
      return [judged('fail', `Entry ${receipt.number} is not what you sent.`)];
  }
  const rise = entries.every(({ number }, at) => number > (entries[at - 1]?.number ?? 0));
  if (!rise || entriesRoot(ulid, entries) !== root)
    return [judged('fail', 'An entry was changed or dropped.')];
  return [judged('pass', countedText(entries.length))];
}
