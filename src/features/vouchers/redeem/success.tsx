import { useState, type ReactElement } from 'react';

import { readWallets } from '../../../../local/queries/money.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { Mascot } from '../../../ui/display/mascot.tsx';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';
import css from './success.module.css';

/** What came in, and the balance once it is known anew. */
export function Success({ redeemed }: { readonly redeemed: Redeemed }): ReactElement {
  const { message, currency } = redeemed;
  const [since] = useState(serverNow);
  const read = useLive(readWallets, []);
  const wallet =
    read.phase === 'ready' ? read.data.find((row) => row.currency === currency) : undefined;
  const isFresh = wallet !== undefined && wallet.fetchedAt >= since;
  return (
    <div className={css['success']}>
      <Mascot mood="sticker-win" />
      <p className={css['message']} role="status">
        {message}
      </p>
      <p className="sm muted">
        {isFresh
          ? `Your balance is now ${formatMoney(wallet.amount, currency)}`
          : 'The money is in your wallet'}
      </p>
    </div>
  );
}
