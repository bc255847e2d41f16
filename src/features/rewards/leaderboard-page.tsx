import { Suspense, type ReactElement } from 'react';

import { REGION_KEYS, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import type { Period } from '../../../contract/rewards/reasons.ts';
import { AnswerFrame } from '../../shared/rewards/answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useAnswer } from '../../shared/rewards/use-answer.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { BackLink } from '../../ui/action/button.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { Card, Page, PageHead } from '../../ui/layout/layout.tsx';
import {
  leaderboardPath,
  readLeaderboardAddress,
  type LeaderboardAddress,
} from './leaderboard-address.ts';
import { Ranking } from './ranking.tsx';

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
    <Page>
      <PageHead>
        <BackLink href="/" />
        <h1>Leaderboard</h1>
      </PageHead>
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
    </Page>
  );
}
