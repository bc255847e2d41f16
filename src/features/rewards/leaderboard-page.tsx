import { Suspense, type ReactElement } from 'react';

import { REGION_KEYS, type RegionKey, REGIONS } from '../../../contract/region-table.ts';
import { PERIODS, type Period } from '../../../contract/rewards/reasons.ts';
import { AnswerFrame } from '../../shared/rewards/answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useAnswer } from '../../shared/rewards/use-answer.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';

import { Pills } from '../../ui/action/pills.tsx';
import { Card, SubPage } from '../../ui/layout/layout.tsx';
import { Ranking } from './ranking.tsx';

/** What of the leaderboard is shown, as its address says; no region is everywhere. */
export interface LeaderboardAddress {
  readonly period: Period;
  readonly region: RegionKey | undefined;
}

/** Reads the query of /leaderboard; what it does not understand, it leaves out. */
function readLeaderboardAddress(query: URLSearchParams): LeaderboardAddress {
  const [period, region] = [query.get('period'), query.get('region')];
  return {
    period: PERIODS.find((one) => one === period) ?? 'week',
    region: REGION_KEYS.find((one) => one === region),
  };
}

/** The leaderboard's address; it can be bookmarked. */
function leaderboardPath({ period, region }: LeaderboardAddress): string {
  const query = new URLSearchParams({
    ...(period !== 'week' && { period }),
    ...(region && { region }),
  });
  return query.size > 0 ? `/leaderboard?${query.toString()}` : '/leaderboard';
}

const PERIOD_PILLS: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'all', label: 'All time' },
];
const EVERYWHERE = 'everywhere';
const REGION_PILLS: readonly {
  readonly value: RegionKey | typeof EVERYWHERE;
  readonly label: string;
}[] = [
  { value: EVERYWHERE, label: 'Everywhere' },
  ...REGION_KEYS.map((value) => ({ value, label: REGIONS[value].name })),
];

const Awaited = (): ReactElement => (
  <Card>
    <RowsSkeleton what="Loading the leaderboard" />
  </Card>
);

function Board({ period, region }: LeaderboardAddress): ReactElement {
  const view = useAnswer({ path: '/leaderboard', period, region });
  return (
    <AnswerFrame view={view} awaited={<Awaited />}>
      {(answer) => <Ranking answer={answer} period={period} />}
    </AnswerFrame>
  );
}

const show = (address: LeaderboardAddress): void => navigate(leaderboardPath(address));

/** /leaderboard: who earned most coins in a period and region, which stand in the address, and where the user stands. */
export default function LeaderboardPage(): ReactElement {
  const address = readLeaderboardAddress(useQuery());
  const { period, region } = address;
  return (
    <SubPage title="Leaderboard" back="/">
      <div className="stack g2">
        <Pills
          label="Period"
          options={PERIOD_PILLS}
          value={period}
          onChange={(next) => show({ period: next, region })}
        />
        <Pills
          label="Region"
          options={REGION_PILLS}
          value={region ?? EVERYWHERE}
          onChange={(next) => show({ period, region: next === EVERYWHERE ? undefined : next })}
        />
      </div>
      <Suspense fallback={<Awaited />}>
        <Board {...address} />
      </Suspense>
    </SubPage>
  );
}
