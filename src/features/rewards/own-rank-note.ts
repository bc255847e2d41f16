import { TOP_SHARERS } from '../../../contract/constants.ts';
import type { Period } from '../../../contract/rewards/reasons.ts';
import type { LeaderboardAnswer } from '../../../contract/rewards/rewards.ts';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';

const WHEN: Readonly<Record<Period, string>> = {
  week: 'this week',
  month: 'this month',
  all: 'yet',
};

/** How far the user has come: '1,250 coins, 300 more for the top 10'. */
export function ownRankNote(
  { me, data }: Pick<LeaderboardAnswer, 'me' | 'data'>,
  period: Period,
): string {
  if (!me) return `No coins earned ${WHEN[period]}`;
  const coins = plural(me.points, 'coin', 'coins');
  const tenth = data[TOP_SHARERS - 1];
  if (me.rank <= TOP_SHARERS || !tenth) return `${coins}, in the top ${TOP_SHARERS}`;
  return `${coins}, ${formatCount(tenth.points - me.points)} more for the top ${TOP_SHARERS}`;
}
