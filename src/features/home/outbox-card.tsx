import sendIcon from 'lucide/dist/esm/icons/send.mjs';
import { useSyncExternalStore, type ReactElement } from 'react';

import type { GoodiesDatabase } from '../../../local/database.ts';
import type { TrackingKind } from '../../../local/rows.ts';
import { plural } from '../../ui/text/format-text.ts';
import { outboxChanges } from '../../platform/outbox-changes.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Card } from '../../ui/layout/layout.tsx';
import { RowIcon } from '../../ui/display/rows.tsx';
import css from './outbox-card.module.css';

const readWaiting = async (
  db: GoodiesDatabase,
): Promise<Readonly<Record<TrackingKind, number>>> => {
  const [views, clicks] = await Promise.all([
    db.outbox.where('kind').equals('view').count(),
    db.outbox.where('kind').equals('link-click').count(),
  ]);
  return { view: views, 'link-click': clicks };
};

/** What goes out by itself when the network returns; nothing while nothing waits. */
export function OutboxCard(): ReactElement | null {
  const changes = useSyncExternalStore(outboxChanges.subscribe, outboxChanges.getSnapshot, () => 0);
  const read = useLive(readWaiting, [changes]);
  if (read.phase === 'loading') return null;
  const { view: views, 'link-click': clicks } = read.data;
  const parts = [
    views > 0 && plural(views, 'view', 'views'),
    clicks > 0 && plural(clicks, 'link click', 'link clicks'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <Card className={css['outbox']}>
      <RowIcon tone="warn" of={sendIcon} />
      <div className="grow">
        <strong>{`${plural(views + clicks, 'thing', 'things')} waiting to send`}</strong>
        <p className="sm muted">{`${parts.join(', ')}. Guesses need a connection.`}</p>
      </div>
    </Card>
  );
}
