import type { ReactElement } from 'react';

import type { Sharer } from '../../../contract/vouchers.ts';
import { readSharers } from '../../../local/queries/read-sharers.ts';
import { formatCount } from '../../lib/format-money.ts';
import { useLive } from '../../lib/use-live.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, RowRank, Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './top-sharers.module.css';

const SKELETON_ROWS = ['first', 'second', 'third'] as const;

/** The outline of the list. */
export function SharersSkeleton(): ReactElement {
  return (
    <div className="stack g3" aria-hidden="true">
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} shape="block" height="3rem" />
      ))}
    </div>
  );
}

function SharerRow({ sharer, rank }: { readonly sharer: Sharer; readonly rank: number }) {
  const { username, avatar, referral_count: count } = sharer;
  return (
    <li>
      <Row
        start={
          <>
            <RowRank rank={rank} />
            <Avatar username={username} src={avatar} />
          </>
        }
        title={`@${username}`}
        value={formatCount(count)}
        extra={<span className="xs muted">{count === 1 ? 'share' : 'shares'}</span>}
      />
    </li>
  );
}

/** Who brought the most people here; half of the fee is theirs when the voucher completes. */
export function TopSharers({ ulid }: { readonly ulid: string }): ReactElement {
  const read = useLive((db) => readSharers(db, ulid), [ulid]);
  const row = read.phase === 'ready' ? read.data : undefined;
  return (
    <Card className="stack g2" aria-labelledby="top-sharers">
      <div className={css['head']}>
        <h2 id="top-sharers">Top Sharers</h2>
        <Badge tone="info">Share 50% of the pool</Badge>
      </div>
      {row === undefined && <SharersSkeleton />}
      {row?.sharers.length === 0 && (
        <p className="sm muted">Nobody has shared this voucher yet. Your link can be the first.</p>
      )}
      {row && row.sharers.length > 0 && (
        <Rows ordered>
          {row.sharers.map((sharer, index) => (
            <SharerRow key={sharer.id} sharer={sharer} rank={index + 1} />
          ))}
        </Rows>
      )}
    </Card>
  );
}
