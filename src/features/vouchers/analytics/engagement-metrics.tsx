import { useId, type ReactElement } from 'react';

import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import type { Analytics } from '../../../../contract/analytics.ts';
import css from './analytics.module.css';
import { percent, tip, viewsPerGuess } from './figures.ts';

/** The rates, and what could be done about them. */
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
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Alert>{tip(analytics)}</Alert>
    </Card>
  );
}
