import type { EntryRule } from '../../../contract/vouchers/entry-rule.ts';
import type { ShownVoucher } from './shown-voucher.ts';

// Apart from `who-may-guess.ts`: a visitor's first page does without the texts of failures.
const BY_RULE: Readonly<Record<EntryRule, string | undefined>> = {
  everybody: undefined,
  verified: 'For people with a verified e-mail.',
  aged: 'For verified accounts older than a week.',
};

/** Who may guess, for everybody who looks at a voucher; undefined where everybody may. */
export const whoMayGuess = ({
  is_private: isPrivate,
  entry_rule: rule,
  creator,
}: ShownVoucher): string | undefined =>
  isPrivate ? `Private: only people whom @${creator} has invited may guess.` : BY_RULE[rule];

/** Whether a private giveaway's list has the user; of one that was mirrored before that was said, whether they can guess. */
export const isInvited = ({
  is_invited: isOnList,
  can_guess: canGuess = false,
}: ShownVoucher): boolean => isOnList ?? canGuess;

const FILL = 'Fill the hidden digits.';
const FIRST_WINS = 'The first correct guess wins.';
const FILL_BEFORE = 'Fill the hidden digits before the draw.';
const ALL_SHARE = 'All correct guesses share the prize.';

/** What to do on a giveaway that is open, and for whom it is, in one line. */
export function howToWin(voucher: ShownVoucher): string {
  const isLottery = voucher.reveal_method === 'lottery';
  const [fill, win] = isLottery ? [FILL_BEFORE, ALL_SHARE] : [FILL, FIRST_WINS];
  if (!voucher.is_private) return `${whoMayGuess(voucher) ?? fill} ${win}`;
  return isInvited(voucher) ? `You are invited. ${fill} ${win}` : (whoMayGuess(voucher) ?? '');
}
