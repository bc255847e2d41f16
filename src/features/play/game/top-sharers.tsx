import { useEffect, type ReactElement } from 'react';

import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { readSharers } from '../../../../local/queries/vouchers.ts';

// The list comes from the database, whose code comes after the page's as well.
const SharerRows = lazyComponent(async () => (await import('./sharer-rows.tsx')).SharerRows);

export function SharersSkeleton(): ReactElement {
  return (
    <div className="stack g3" aria-hidden="true">
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </div>
  );
}

export interface SharersProps {
  readonly voucher: Pick<ShownVoucher, 'ulid' | 'status'>;
}

export function Sharers({ voucher: { ulid, status } }: SharersProps): ReactElement {
  const { data: row } = useLive(readSharers, [ulid]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshSharers(ulid), [ulid, status]);
  useEffect(() => {
    SharerRows.preload().catch(() => undefined);
  }, []);
  if (row === undefined) {
    return refresh.phase === 'failed' ? (
      <p className="sm muted" role="status">
        {refresh.error.message} <TextButton onClick={retry}>Retry</TextButton>
      </p>
    ) : (
      <SharersSkeleton />
    );
  }
  return row.sharers.length === 0 && !row.own ? (
    <p className="sm muted">
      {isOver({ status })
        ? 'Nobody shared this voucher.'
        : 'Nobody has shared this voucher yet. Your link can be the first.'}
    </p>
  ) : (
    <SharerRows sharers={row.sharers} own={row.own} before={<SharersSkeleton />} />
  );
}

export function TopSharers({ voucher }: SharersProps): ReactElement {
  return (
    <Card className="stack g2" aria-labelledby="top-sharers">
      <div className="cluster apart g2">
        <h2 id="top-sharers">Top Sharers</h2>
        <Badge tone="info">Share 50% of the pool</Badge>
      </div>
      <Sharers voucher={voucher} />
    </Card>
  );
}
