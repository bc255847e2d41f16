import type { ReactElement } from 'react';

import type { OwnShares, RefusedArrival, Sharer } from '../../../../contract/vouchers/sharing.ts';
import { cx } from '../../../ui/cx.ts';
import type { SharersRow } from '../../../../local/rows.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Row, RowRank, Rows } from '../../../ui/display/rows.tsx';
import css from './sharer-rows.module.css';

const BECAUSE: Readonly<Record<RefusedArrival, readonly [one: string, more: string]>> = {
  own_device: ['it came from your own device', 'they came from your own device'],
  own_destination: [
    'it came from somebody with your bank account or phone',
    'they came from somebody with your bank account or phone',
  ],
  loop: [
    'you had come by a link of theirs, or by that of somebody they brought',
    'you had come by links of theirs, or by those of people they brought',
  ],
  short_visit: ['it was shorter than 2 seconds', 'they were shorter than 2 seconds'],
};

function because(reason: RefusedArrival, count: number): string {
  const [one, more] = BECAUSE[reason] ?? ['of what is known of it', 'of what is known of them'];
  return count === 1 ? one : more;
}

function OwnSharesCard({ own }: { readonly own: OwnShares }): ReactElement {
  const { confirmed, pending, refused } = own;
  return (
    <section className={cx(css['own'], 'stack g1')} aria-label="Your link">
      <p className="sm semi">Your link brought</p>
      <ul className="stack g1 sm">
        <li>Confirmed: {formatCount(confirmed)}</li>
        {pending > 0 && (
          <li>
            Pending: {formatCount(pending)}{' '}
            <span className="muted">until they are verified, or a day has passed</span>
          </li>
        )}
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            Not counted: {formatCount(count)}, because {because(reason, count)}
          </li>
        ))}
      </ul>
    </section>
  );
}

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

export function SharerRows({ sharers, own }: Pick<SharersRow, 'sharers' | 'own'>): ReactElement {
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
