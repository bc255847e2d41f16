import type { EntryRule } from '../../../contract/vouchers/entry-rule.ts';
import type { ShownVoucher } from '../../shared/vouchers/shown-voucher.ts';

// Apart from `who-may-guess.ts`: a visitor's first page does without the texts of failures and invitations.

/** Who may guess a public giveaway, for everybody who looks at it; undefined where everybody may. */
export const BY_RULE: Readonly<Record<EntryRule, string | undefined>> = {
  everybody: undefined,
  verified: 'For people with a verified e-mail.',
  aged: 'For verified accounts older than a week.',
};

/** What to do on a giveaway that is open and, of a public one, for whom it is, in one line. */
export function howToWin({
  is_private: isPrivate,
  entry_rule: rule,
  reveal_method: method,
}: ShownVoucher): string {
  const [fill, win] =
    method === 'lottery'
      ? ['Fill the hidden digits before the draw.', 'All correct guesses share the prize.']
      : ['Fill the hidden digits.', 'The first correct guess wins.'];
  return `${(!isPrivate && BY_RULE[rule]) || fill} ${win}`;
}
