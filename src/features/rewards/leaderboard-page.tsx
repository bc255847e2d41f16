import { Suspense, useState, type ReactElement } from 'react';

import { REGION_KEYS, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import type { Period } from '../../../contract/rewards/reasons.ts';
import { AnswerFrame } from '../../domain/rewards/answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/rows-skeleton.tsx';
import { useAnswer } from '../../domain/rewards/use-answer.ts';
import { BackLink } from '../../ui/action/back-link.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page, PageHead } from '../../ui/layout/layout.tsx';
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

interface Choice {
  readonly period: Period;
  readonly region: RegionKey | undefined;
}

function Board({ period, region }: Choice): ReactElement {
  const view = useAnswer({ path: '/leaderboard', period, region });
  return (
    <AnswerFrame view={view} awaited={<Awaited />}>
      {(answer) => <Ranking answer={answer} period={period} />}
    </AnswerFrame>
  );
}

/** /leaderboard: who earned most coins in a period and region, and where the user stands. */
export default function LeaderboardPage(): ReactElement {
  const [period, setPeriod] = useState<Period>('week');
  const [region, setRegion] = useState<RegionKey | typeof EVERYWHERE>(EVERYWHERE);
  return (
    <Page>
      <PageHead>
        <BackLink href="/" />
        <h1>Leaderboard</h1>
      </PageHead>
      <div className="stack g2">
        <Pills label="Period" options={PERIOD_PILLS} value={period} onChange={setPeriod} />
        <Pills label="Region" options={REGION_PILLS} value={region} onChange={setRegion} />
      </div>
      <Suspense fallback={<Awaited />}>
        <Board period={period} region={region === EVERYWHERE ? undefined : region} />
      </Suspense>
    </Page>
  );
}
