import { useId, type ReactElement } from 'react';
import chartPieIcon from 'lucide/dist/esm/icons/chart-pie.mjs';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import hashIcon from 'lucide/dist/esm/icons/hash.mjs';
import mousePointerClickIcon from 'lucide/dist/esm/icons/mouse-pointer-click.mjs';
import usersRoundIcon from 'lucide/dist/esm/icons/users-round.mjs';

import { Icon, type IconProps } from '../../../ui/icon.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { Stat } from '../../../ui/display/stat.tsx';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import css from './analytics.module.css';
import { countOrUnknown, percent } from './figures.ts';
import { useIsDrawn } from './use-analytics.ts';

interface FigureProps {
  readonly icon: IconProps['of'];
  readonly value: string;
  readonly label: string;
}

function Figure({ icon, value, label }: FigureProps): ReactElement {
  return (
    <Card className={css['figure']}>
      <span className={css['figureIcon']}>
        <Icon of={icon} size="sm" />
      </span>
      <Stat value={value} label={label} />
    </Card>
  );
}

/** The six figures that say how a giveaway does. */
export function PerformanceOverview({ row }: { readonly row: AnalyticsRow }): ReactElement {
  const titleId = useId();
  const { analytics } = row;
  const isDrawn = useIsDrawn(row);
  const {
    correct_guesses: correct,
    unique_participants: people,
    unique_devices: devices,
    unique_networks: networks,
    uncounted_views: uncountedViews,
    uncounted_clicks: uncountedClicks,
  } = analytics;
  const unknown = isDrawn ? ', not loaded yet' : ', after the draw';
  const ofCorrect = `Correct guesses${correct === null ? unknown : ''}`;
  return (
    <section className="stack g2" aria-labelledby={titleId}>
      <h2 id={titleId}>Performance Overview</h2>
      <div className={css['stats']}>
        <Figure icon={eyeIcon} value={formatCount(analytics.total_views)} label="Total views" />
        <Figure
          icon={mousePointerClickIcon}
          value={formatCount(analytics.link_clicks)}
          label="Link clicks"
        />
        <Figure
          icon={hashIcon}
          value={formatCount(analytics.total_guesses)}
          label="Total guesses"
        />
        <Figure icon={usersRoundIcon} value={formatCount(people)} label="Unique participants" />
        <Figure icon={checkIcon} value={countOrUnknown(correct)} label={ofCorrect} />
        <Figure
          icon={chartPieIcon}
          value={percent(analytics.engagement_rate)}
          label="Engagement rate"
        />
      </div>
      {networks > 0 && (
        <p className="sm">
          {`${plural(people, 'person', 'people')} took part, on ${plural(devices, 'device', 'devices')} in ${plural(networks, 'network', 'networks')}. Many people on few devices may be one person with many accounts.`}
        </p>
      )}
      {(uncountedViews > 0 || uncountedClicks > 0) && (
        <p className="sm muted">
          {`Not counted: ${plural(uncountedViews, 'view', 'views')} and ${plural(uncountedClicks, 'click', 'clicks')} of devices that could not be checked. They open no digit and earn nothing.`}
        </p>
      )}
    </section>
  );
}
