import type { ReactElement } from 'react';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import type { GoodiesDatabase } from '../../../local/database.ts';
import type { TrackingKind } from '../../../local/rows.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useStore } from '../../platform/store.ts';
import { outboxChanges } from '../../platform/tracking.ts';
import { cx } from '../../ui/cx.ts';
import { RowIcon } from '../../ui/display/rows.tsx';
import { Card } from '../../ui/layout/layout.tsx';
import { plural } from '../../ui/text/format-text.ts';
import css from './home-page.module.css';

const readWaiting = (db: GoodiesDatabase) => {
  const count = (kind: TrackingKind) => db.outbox.where('kind').equals(kind).count();
  return Promise.all([count('view'), count('link-click')]);
};

export function OutboxCard(): ReactElement | null {
  const read = useLive(readWaiting, [useStore(outboxChanges)]);
  if (read.phase === 'loading') return null;
  const [views, clicks] = read.data;
  const parts = [
    views > 0 && plural(views, 'view', 'views'),
    clicks > 0 && plural(clicks, 'link click', 'link clicks'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <Card className={cx('line', css['outbox'])}>
      <RowIcon tone="warn" of={sendIcon} />
      <div className="grow">
        <strong>{`${plural(views + clicks, 'thing', 'things')} waiting to send`}</strong>
        <p className="sm muted">{`${parts.join(', ')}. Guesses need a connection.`}</p>
      </div>
    </Card>
  );
}
