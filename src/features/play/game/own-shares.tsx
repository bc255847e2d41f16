import type { ReactElement } from 'react';

import type { OwnShares, RefusedArrival } from '../../../../contract/vouchers/sharing.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import css from './own-shares.module.css';

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

/** Why visits do not count, in words. */
function because(reason: RefusedArrival, count: number): string {
  const [one, more] = BECAUSE[reason] ?? ['of what is known of it', 'of what is known of them'];
  return count === 1 ? one : more;
}

/** What became of the visitors whom one's own link brought. */
export function OwnSharesCard({ own }: { readonly own: OwnShares }): ReactElement {
  const { confirmed, pending, refused } = own;
  return (
    <section className={css['own']} aria-label="Your link">
      <p className="sm semi">Your link brought</p>
      <ul className="sm">
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
