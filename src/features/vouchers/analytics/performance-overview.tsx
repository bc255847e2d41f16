import { useId, type ReactElement } from 'react';
import chartPieIcon from 'lucide/dist/esm/icons/chart-pie.mjs';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import hashIcon from 'lucide/dist/esm/icons/hash.mjs';
import mousePointerClickIcon from 'lucide/dist/esm/icons/mouse-pointer-click.mjs';
import usersRoundIcon from 'lucide/dist/esm/icons/users-round.mjs';

import type { Analytics } from '../../../../contract/analytics.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Icon, type IconProps } from '../../../ui/icon.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import { Stat } from '../../../ui/display/stat.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './analytics.module.css';
import { useIsDrawn } from './use-analytics.ts';

const UNKNOWN = '–';
const ONE_DECIMAL = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 });

export const percent = (value: number | null): string =>
  value === null ? UNKNOWN : `${ONE_DECIMAL.format(value)}%`;

export const countOrUnknown = (value: number | null): string =>
  value === null ? UNKNOWN : formatCount(value);

export const viewsPerGuess = ({
  view_to_guess_ratio: ratio,
  total_guesses: guesses,
}: Pick<Analytics, 'view_to_guess_ratio' | 'total_guesses'>): string =>
  guesses === 0 ? UNKNOWN : `${ONE_DECIMAL.format(ratio)}:1`;

/** From this share of views with a guess on, people who come also play. */
const GOOD_ENGAGEMENT_PERCENT = 10;

export function tip(analytics: Analytics): string {
  const { total_views: views, total_guesses: guesses, engagement_rate: rate } = analytics;
  if (views === 0) return 'Nobody has seen this voucher yet. Share its link to bring people here.';
  if (guesses === 0) {
    return 'People look, but nobody has guessed yet. A picture of what you give makes them stay.';
  }
  return rate < GOOD_ENGAGEMENT_PERCENT
    ? 'Few of those who look also guess. Say on the voucher what they can win and from whom.'
    : 'Those who come also guess. Share the link again to bring more people.';
}

export function EngagementMetrics({ analytics }: { readonly analytics: Analytics }): ReactElement {
  const titleId = useId();
  const metrics = [
    ['Views-to-guess ratio', viewsPerGuess(analytics)],
    ['Engagement rate', percent(analytics.engagement_rate)],
    ['Click-through rate', percent(analytics.click_through_rate)],
    ['Guess success rate', percent(analytics.guess_success_rate)],
  ];
  return (
    <Card className="stack g3" aria-labelledby={titleId}>
      <h2 id={titleId}>Engagement Metrics</h2>
      <dl className={css['metrics']}>
        {metrics.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figure lg">{value}</dd>
          </div>
        ))}
      </dl>
      <Alert>{tip(analytics)}</Alert>
    </Card>
  );
}

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
  const figures: readonly (readonly [IconProps['of'], value: string, label: string])[] = [
    [eyeIcon, formatCount(analytics.total_views), 'Total views'],
    [mousePointerClickIcon, formatCount(analytics.link_clicks), 'Link clicks'],
    [hashIcon, formatCount(analytics.total_guesses), 'Total guesses'],
    [usersRoundIcon, formatCount(people), 'Unique participants'],
    [checkIcon, countOrUnknown(correct), `Correct guesses${correct === null ? unknown : ''}`],
    [chartPieIcon, percent(analytics.engagement_rate), 'Engagement rate'],
  ];
  return (
    <section className="stack g2" aria-labelledby={titleId}>
      <h2 id={titleId}>Performance Overview</h2>
      <div className={cx('single', css['stats'])}>
        {figures.map(([icon, value, label]) => (
          <Card key={label} className={css['figure']}>
            <span className={css['figureIcon']}>
              <Icon of={icon} size="sm" />
            </span>
            <Stat value={value} label={label} />
          </Card>
        ))}
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
