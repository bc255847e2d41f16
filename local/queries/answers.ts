import type { MoneyLimitsAnswer } from '../../contract/accounts/money-limits.ts';
import type { ReceiptKeysAnswer } from '../../contract/fairness.ts';
import type { AirtimeNetworksAnswer, BillCategoriesAnswer } from '../../contract/purchases.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { Period } from '../../contract/rewards/reasons.ts';
import type {
  CoinHistoryAnswer,
  DashboardAnswer,
  LeaderboardAnswer,
  OwnGuessesAnswer,
  ReferralsAnswer,
} from '../../contract/rewards/rewards.ts';
import type { PrizesAnswer, TrustAnswer } from '../../contract/rewards/trust.ts';
import type { PaymentMethodsAnswer } from '../../contract/wallet.ts';
import type { BanksAnswer } from '../../contract/withdrawals.ts';
import { canonicalQuery } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { Mirrored } from '../rows.ts';

export interface Answers {
  '/dashboard': DashboardAnswer;
  '/leaderboard': LeaderboardAnswer;
  '/referrals': ReferralsAnswer;
  '/points/history': CoinHistoryAnswer;
  '/guesses': OwnGuessesAnswer;
  '/receipt-keys': ReceiptKeysAnswer;
  '/prizes': PrizesAnswer;
  '/trust': TrustAnswer;
  '/airtime/networks': AirtimeNetworksAnswer;
  '/bills/categories': BillCategoriesAnswer;
  '/wallet/banks': BanksAnswer;
  '/user/money-limits': MoneyLimitsAnswer;
  '/payment-methods': PaymentMethodsAnswer;
}

export interface Asked<Path extends keyof Answers = keyof Answers> {
  readonly path: Path;
  readonly period?: Period | undefined;
  readonly region?: RegionKey | undefined;
  readonly cursor?: number | undefined;
  /** What payment methods are for. */
  readonly type?: 'voucher' | 'topup' | 'premium' | undefined;
}

export const answerQuery = ({ period, region, cursor, type }: Asked): string =>
  canonicalQuery({ period, region, cursor, type });

export const answerKey = (asked: Asked): string => `${asked.path}?${answerQuery(asked)}`;

export async function readAnswer<Path extends keyof Answers>(
  db: GoodiesDatabase,
  asked: Asked<Path>,
): Promise<(Mirrored & { readonly answer: Answers[Path] }) | undefined> {
  const row = await db.answers.get(answerKey(asked));
  return row && { fetchedAt: row.fetchedAt, answer: row.answer as Answers[Path] };
}
