import type { ReactElement } from 'react';

import type { Sharer } from '../../../contract/vouchers/sharing.ts';
import { formatCount } from '../../ui/text/format-money.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Row, RowRank, Rows } from '../../ui/display/rows.tsx';

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

/** The sharers of a voucher, the first one first. */
export function SharerRows({ sharers }: { readonly sharers: readonly Sharer[] }): ReactElement {
  return (
    <Rows ordered>
      {sharers.map((sharer, index) => (
        <SharerRow key={sharer.id} sharer={sharer} rank={index + 1} />
      ))}
    </Rows>
  );
}
