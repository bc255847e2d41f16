import type { ReceiptClaims } from '../../../../contract/fairness/receipt.ts';
import { readSealedRules } from '../../../../contract/fairness/sealed-rules.ts';
import type { ProofRow } from '../../../../local/rows.ts';

/** A genuine receipt beside what was published of a voucher. */
export interface ReceiptFinding {
  /** `contradicts`: the server signed one thing and published another. */
  readonly outcome: 'agrees' | 'contradicts' | 'open' | 'other-voucher';
  readonly says: string;
}

type Published = Pick<ProofRow, 'ulid' | 'rules' | 'code' | 'winning_guess_number' | 'entries'>;

/** Holds what a genuine receipt says against what is published of the voucher that the page is about. */
export function judgeReceipt(receipt: ReceiptClaims, published: Published): ReceiptFinding {
  if (receipt.voucher !== published.ulid)
    return { outcome: 'other-voucher', says: 'It is of another voucher.' };
  if (published.code === null)
    return { outcome: 'open', says: 'Whether it was right shows when the voucher is over.' };
  return readSealedRules(published.rules)?.revealMethod === 'lottery'
    ? judgeEntry(receipt, published)
    : judgeGuess(receipt, published);
}

/** Of a voucher that the first right guess wins, no guess is published but the one that won. */
function judgeGuess(
  { number, code }: ReceiptClaims,
  { code: right, winning_guess_number: winning }: Published,
): ReceiptFinding {
  const isRight = code === right;
  const hasWon = number === winning;
  if (isRight && hasWon) return { outcome: 'agrees', says: 'This guess was right, and won.' };
  if (isRight)
    return {
      outcome: 'contradicts',
      says: 'This guess was right, and another one was paid or none.',
    };
  return hasWon
    ? { outcome: 'contradicts', says: 'The guess that won has this number, and not this code.' }
    : { outcome: 'agrees', says: 'This guess was not the code.' };
}

/** A lottery publishes all that were entered. */
function judgeEntry(receipt: ReceiptClaims, { code, entries }: Published): ReceiptFinding {
  if (entries === null)
    return { outcome: 'open', says: 'The entries of this lottery are not on this phone.' };
  const entry = entries.find(({ number }) => number === receipt.number);
  if (!entry) return { outcome: 'contradicts', says: 'This entry was not counted.' };
  if (entry.guess_code !== receipt.code || entry.created_at !== receipt.created_at)
    return { outcome: 'contradicts', says: 'Another entry was counted under this number.' };
  return receipt.code === code
    ? { outcome: 'agrees', says: 'This entry was right, and counted.' }
    : { outcome: 'agrees', says: 'This entry was counted. It was not the code.' };
}
