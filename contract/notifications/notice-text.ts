import { shortCaseNumber } from '../cases/categories.ts';
import type { NoticeData } from './calls.ts';
import type { ToldKind } from './kinds.ts';

export interface NoticeText {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Only its reader sees the page, so that a link from outside leads through logging in. */
  readonly needsLogin?: true;
}

/** @param amount major units */
type Money = (amount: number, currency: string) => string;

interface Words extends NoticeData {
  readonly sum: string;
  /** What is still owed; '' for nothing. */
  readonly debt: string;
}

const voucherPath = ({ voucher }: NoticeData): string => (voucher ? `/v/${voucher}` : '/');
const casePath = ({ case_number: number }: NoticeData): string => `/cases/${number ?? ''}`;
const shortCase = ({ case_number: number = '' }: NoticeData): string => shortCaseNumber(number);
const prizeBy = ({ sum, username }: Words): string =>
  username === undefined ? sum : `${sum} by @${username}`;

const PAID_FOR = {
  topup: { body: 'It is in your wallet', path: '/wallet' },
  voucher: { body: 'It is for your voucher', path: '/my-vouchers' },
  premium: { body: 'It is for Premium', path: '/premium' },
} as const;

const TEXTS: Readonly<Record<ToldKind, (words: Words) => NoticeText>> = {
  won: (words) => ({
    title: `You won ${words.sum}`,
    body: 'Paid to your wallet',
    path: voucherPath(words),
  }),
  digit_revealed: (words) => ({
    title: words.outcome === 'started' ? 'Open to guesses now' : 'A digit has been revealed!',
    body: prizeBy(words),
    path: voucherPath(words),
  }),
  lottery_drawn: (words) => ({
    title: 'The lottery was drawn',
    body: `${prizeBy(words)}: ${winnersText(words.winners ?? 0)}`,
    path: voucherPath(words),
  }),
  money_received: (words) => ({
    title: `${words.sum} from @${words.username ?? ''} is yours`,
    body: 'Claim it into your wallet',
    path: voucherPath(words),
    needsLogin: true,
  }),
  voucher_redeemed: (words) => ({
    title: words.purpose === 'giveaway' ? 'Your giveaway was won' : 'Your voucher was redeemed',
    body: words.username === undefined ? words.sum : `${words.sum} went to @${words.username}`,
    path: words.purpose === 'giveaway' ? voucherPath(words) : '/my-vouchers',
  }),
  // The name of the creator is told to the recipient alone.
  voucher_expiring: (words) =>
    words.username === undefined
      ? {
          title: `Your voucher of ${words.sum} expires within a day`,
          body: 'Nobody has claimed it. It returns to your wallet then',
          path: '/my-vouchers',
        }
      : {
          title: `${words.sum} from @${words.username} expires within a day`,
          body: 'Claim it before it goes back',
          path: voucherPath(words),
          needsLogin: true,
        },
  voucher_expired: (words) => ({
    title:
      words.purpose === 'giveaway'
        ? 'Your giveaway ended without a winner'
        : 'Your voucher expired',
    body: `${words.sum} is back in your wallet`,
    path: words.purpose === 'giveaway' ? voucherPath(words) : '/my-vouchers',
  }),
  release_code: (words) => ({
    title:
      words.code === undefined
        ? 'A release code was asked for'
        : `Release code ${words.code.slice(0, 3)} ${words.code.slice(3)}`,
    body: `@${words.username ?? ''} wants to redeem your voucher of ${words.sum}. Give the code only to the person you want to pay.`,
    path: '/my-vouchers',
  }),
  payment_settled: (words) => ({
    title: `Payment of ${words.sum} received`,
    ...PAID_FOR[
      words.purpose === 'voucher' || words.purpose === 'premium' ? words.purpose : 'topup'
    ],
    ...(words.outcome === 'again' && {
      body: 'You were charged twice; the second payment is in your wallet',
    }),
  }),
  payment_disputed: (words) => ({ ...disputeText(words), path: '/wallet' }),
  withdrawal_ended: (words) =>
    words.outcome === 'failed'
      ? {
          title: 'Withdrawal failed',
          body: `${words.sum} is back in your wallet`,
          path: '/transactions',
        }
      : { title: 'Withdrawal paid', body: `${words.sum} left your wallet`, path: '/transactions' },
  purchase_ended: ({ outcome, has_token: hasToken, service = 'Your purchase', sum }) => ({
    ...(outcome === 'failed'
      ? { title: 'Purchase failed', body: `${service}: ${sum} is back in your wallet` }
      : {
          title: hasToken ? 'Your token is here' : 'Purchase delivered',
          body: hasToken ? `${service}: the token is on the receipt` : `${service}, ${sum}`,
        }),
    path: '/transactions',
  }),
  friend_joined: (words) => ({
    title: 'A friend joined',
    body: `@${words.username ?? ''} came through your link: ${words.coins ?? 0} coins added`,
    path: '/refer',
  }),
  coins_earned: (words) => ({
    title: `${words.coins ?? 0} coins added`,
    body: 'Somebody came by the link that you shared',
    path: voucherPath(words),
  }),
  case_answered: (words) => ({
    title: 'We answered your case',
    body: `Case ${shortCase(words)}: read our answer and write back`,
    path: casePath(words),
  }),
  case_decided: (words) => ({
    title: 'Your case is decided',
    body: `Case ${shortCase(words)}: read the decision`,
    path: casePath(words),
  }),
  announcement: (words) => ({
    title: 'From Goodies',
    body: words.text ?? '',
    path: '/notifications',
  }),
};

function disputeText({ outcome, sum, debt }: Words): Omit<NoticeText, 'path'> {
  if (outcome === 'opened')
    return {
      title: `Your payment of ${sum} is disputed`,
      body: 'The money stays in Goodies until the bank decides',
    };
  if (outcome === 'won')
    return { title: `Your payment of ${sum} stands`, body: 'You can use the money again' };
  if (outcome === 'repaid')
    return {
      title: `${sum} paid back`,
      body: debt ? `You still owe ${debt}` : 'You owe nothing now',
    };
  return {
    title: `Your payment of ${sum} was taken back`,
    body: debt ? `You owe ${debt}. Half of each prize pays it back` : 'It left your wallet',
  };
}

const winnersText = (winners: number): string => {
  if (winners === 0) return 'no entry was right';
  return winners === 1 ? '1 person won' : `${winners} people won`;
};

/** @param money formats an amount in major units */
export const noticeText = (kind: ToldKind, data: NoticeData, money: Money): NoticeText =>
  TEXTS[kind]({
    ...data,
    sum: money(data.amount ?? 0, data.currency ?? ''),
    debt: data.owed ? money(data.owed, data.currency ?? '') : '',
  });
