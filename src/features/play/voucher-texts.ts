import type { EntryRule } from '../../../contract/vouchers/entry-rule.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';
import type { ShownVoucher } from '../../shared/vouchers/shown-voucher.ts';

const BY_RULE: Readonly<Record<EntryRule, string | undefined>> = {
  everybody: undefined,
  verified: 'For people with a verified e-mail.',
  aged: 'For verified accounts older than a week.',
};

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

const NEEDED: Readonly<Record<EntryRule, string | undefined>> = {
  everybody: undefined,
  verified: 'Guessing takes a verified e-mail.',
  aged: 'Guessing takes an account older than a week.',
};

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

/** What guessing takes in few words, beside the action; undefined where everybody may, and where invitations decide. */
export const neededToGuess = ({
  is_private: isPrivate,
  entry_rule: rule,
}: ShownVoucher): string | undefined => (isPrivate ? undefined : NEEDED[rule]);

/** Said in place of a guess to those who are not known: among them are people who are invited. */
export const INVITED_ONLY = 'Invited? Log in to guess.';
/** The same where an account of today is of no use. */
export const AGED_ONLY = 'Is your account older than a week? Log in to guess.';

export const overText = ({ status }: Pick<Voucher, 'status'>): string =>
  status === 'cancelled' || status === 'expired'
    ? `Voucher ${status}`
    : VOUCHER_MESSAGES.voucherUsed;
