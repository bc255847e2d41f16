import { useId, type ComponentType, type ReactElement } from 'react';

import type { Analytics } from '../../../contract/voucher-insight.ts';
import { formatCount } from '../../ui/text/format-money.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ChartPieIcon } from '../../ui/icons/chart-pie-icon.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { EyeIcon } from '../../ui/icons/eye-icon.tsx';
import { HashIcon } from '../../ui/icons/hash-icon.tsx';
import { MousePointerClickIcon } from '../../ui/icons/mouse-pointer-click-icon.tsx';
import { UsersRoundIcon } from '../../ui/icons/users-round-icon.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import css from './analytics.module.css';
import { countOrUnknown, percent } from './figures.ts';

interface FigureProps {
  readonly Icon: ComponentType<{ size: 'sm' }>;
  readonly value: string;
  readonly label: string;
}

function Figure({ Icon, value, label }: FigureProps): ReactElement {
  return (
    <Card className={css['figure']}>
      <span className={css['figureIcon']}>
        <Icon size="sm" />
      </span>
      <Stat value={value} label={label} />
    </Card>
  );
}

/** The six figures that say how a giveaway does. */
export function PerformanceOverview({
  analytics,
}: {
  readonly analytics: Analytics;
}): ReactElement {
  const titleId = useId();
  const { correct_guesses: correct } = analytics;
  const ofCorrect = correct === null ? 'Correct guesses, after the draw' : 'Correct guesses';
  return (
    <section className="stack g2" aria-labelledby={titleId}>
      <h2 id={titleId}>Performance Overview</h2>
      <div className={css['stats']}>
        <Figure Icon={EyeIcon} value={formatCount(analytics.total_views)} label="Total views" />
        <Figure
          Icon={MousePointerClickIcon}
          value={formatCount(analytics.link_clicks)}
          label="Link clicks"
        />
        <Figure
          Icon={HashIcon}
          value={formatCount(analytics.total_guesses)}
          label="Total guesses"
        />
        <Figure
          Icon={UsersRoundIcon}
          value={formatCount(analytics.unique_participants)}
          label="Unique participants"
        />
        <Figure Icon={CheckIcon} value={countOrUnknown(correct)} label={ofCorrect} />
        <Figure
          Icon={ChartPieIcon}
          value={percent(analytics.engagement_rate)}
          label="Engagement rate"
        />
      </div>
    </section>
  );
}
