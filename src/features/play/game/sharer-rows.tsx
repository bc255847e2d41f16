import type { ReactElement } from 'react';

import type { OwnShares, Sharer } from '../../../../contract/vouchers/sharing.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Row, RowRank, Rows } from '../../../ui/display/rows.tsx';
import { OwnSharesCard } from './own-shares.tsx';

function SharerRow({ sharer, rank }: { readonly sharer: Sharer; readonly rank: number }) {
  const { username, avatar, referral_count: count, pending_count: pending } = sharer;
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
        // A list that was mirrored before has no such number.
        note={pending > 0 && `${formatCount(pending)} pending`}
        value={formatCount(count)}
        extra={<span className="xs muted">{count === 1 ? 'share' : 'shares'}</span>}
      />
    </li>
  );
}

export interface SharerRowsProps {
  readonly sharers: readonly Sharer[];
  /** What became of the visitors whom the user brought. */
  readonly own: OwnShares | undefined;
}

/** The sharers of a voucher, the first one first, below what the user's own link brought. */
export function SharerRows({ sharers, own }: SharerRowsProps): ReactElement {
  return (
    <div className="stack g3">
      {own && <OwnSharesCard own={own} />}
      {sharers.length > 0 && (
        <Rows ordered>
          {sharers.map((sharer, index) => (
            <SharerRow key={sharer.id} sharer={sharer} rank={index + 1} />
          ))}
        </Rows>
      )}
    </div>
  );
}
