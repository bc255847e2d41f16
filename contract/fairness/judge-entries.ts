import type { EntryProof } from '../fairness.ts';
import { entriesRoot, rootOfEntry, type PublishedEntry } from './entries.ts';
import { judged, type Check, type ProofFile } from './proof-file.ts';
import { readSealedRules } from './sealed-rules.ts';

export interface OwnEntry {
  readonly number: number;
  readonly code?: string | undefined;
  readonly userId?: number | undefined;
}

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

/** Explains what became of an entry with a receipt; undefined if all are published as sent. */
function receiptFault(
  published: readonly PublishedEntry[],
  receipts: readonly OwnEntry[],
): string | undefined {
  const entries = new Map(published.map((entry) => [entry.number, entry]));
  for (const receipt of receipts) {
    const entry = entries.get(receipt.number);
    if (!entry) return `Entry ${receipt.number} was dropped: it is yours.`;
    if (isReplaced(receipt, entry)) return `Entry ${receipt.number} is not what you sent.`;
  }
  return undefined;
}

/** Explains why the user's own entries are not under the root; undefined if they are. */
function ownFault(
  ulid: string,
  root: string,
  own: readonly EntryProof[],
  receipts: readonly OwnEntry[],
): string | undefined {
  const fault = receiptFault(own, receipts);
  if (fault !== undefined) return fault;
  const size = own[0]?.size;
  const areIn = own.every((entry) => entry.size === size && rootOfEntry(ulid, entry) === root);
  return areIn ? undefined : 'An entry was changed or dropped.';
}

function judgeOwn(
  { ulid, own_entries: own }: ProofFile,
  root: string,
  receipts: readonly OwnEntry[],
): Check {
  const fault = own && ownFault(ulid, root, own, receipts);
  if (fault !== undefined) return judged('entries', 'fail', fault);
  const first = own?.[0];
  if (!first) return judged('entries', 'open', 'The entries were not saved with this proof.');
  return judged(
    'entries',
    'pass',
    own.length === 1
      ? `Your entry was counted, as one of ${first.size}.`
      : `Your ${own.length} entries were counted, among ${first.size}.`,
  );
}

export function judgeEntries(proof: ProofFile, receipts: readonly OwnEntry[] = []): Check[] {
  const { ulid, rules, code, entries, entries_root: root } = proof;
  if (readSealedRules(rules)?.revealMethod !== 'lottery' && root === null && entries === null)
    return [];
  if (root === null && entries !== null)
    return [
      judged('entries', 'fail', 'The entries cannot be checked, because their seal is missing.'),
    ];
  if (root === null)
    return [
      code === null
        ? judged('entries', 'open', 'The entries are published when the lottery is drawn.')
        : judged('entries', 'fail', 'The lottery is drawn, but its entries were not published.'),
    ];
  if (entries === null) return [judgeOwn(proof, root, receipts)];
  const fault = receiptFault(entries, receipts);
  if (fault !== undefined) return [judged('entries', 'fail', fault)];
  const rise = entries.every(({ number }, at) => number > (entries[at - 1]?.number ?? 0));
  if (!rise || entriesRoot(ulid, entries) !== root)
    return [judged('entries', 'fail', 'An entry was changed or dropped.')];
  return [judged('entries', 'pass', countedText(entries.length))];
}
