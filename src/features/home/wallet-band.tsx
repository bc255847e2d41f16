import { Suspense, type ReactElement, type ReactNode } from 'react';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import receiptTextIcon from 'lucide/dist/esm/icons/receipt-text.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import trophyIcon from 'lucide/dist/esm/icons/trophy.mjs';

import type { GoodiesDatabase } from '../../../local/database.ts';
import type { Mirrored } from '../../../local/rows.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { openRedeem } from '../../shared/payment-vouchers/open-redeem.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { AppLink, Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Band } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/text/money.tsx';
import { useBalanceIsHidden } from '../../shared/wallet/balance-visibility.ts';
import { HideBalance } from '../../shared/wallet/hide-balance.tsx';
import { ageOf, balanceOf } from '../../shared/wallet/balance.ts';
import { TotalNote, type TotalNoteProps } from '../../shared/wallet/total-note.tsx';
import { readViewerRates } from '../../shared/rates/viewer-rates.ts';
import { readWallets } from '../../../local/queries/money.ts';
import { cx } from '../../ui/cx.ts';
import css from './wallet-band.module.css';

/** The balance, how old it and the rates of its total are; undefined before the first answer. */
async function readBalance(db: GoodiesDatabase): Promise<(TotalNoteProps & Mirrored) | undefined> {
  const [wallets, viewer] = await Promise.all([readWallets(db), readViewerRates(db)]);
  if (wallets.length === 0) return undefined;
  const fetchedAt = ageOf(wallets);
  return { balance: balanceOf(wallets, viewer.currency), readAtMs: viewer.readAtMs, fetchedAt };
}

const AwaitedBalance = (): ReactElement => (
  <>
    <span className={css['awaited']} />
    <span className="vh">Loading</span>
  </>
);

function useOwnBalance() {
  const { data: known } = useLive(readBalance, []);
  return { known, isHidden: useBalanceIsHidden() };
}

function OwnBalance(): ReactElement {
  const { known, isHidden } = useOwnBalance();
  const [refresh] = useRefresh((worker) => worker.refreshWallets(), []);
  useShownAge(known?.fetchedAt);
  if (known && isHidden) return <span aria-label="Balance is hidden">••••••</span>;
  if (known) return <Money amount={known.balance.amount} currency={known.balance.currency} />;
  return refresh.phase === 'failed' ? <span>Not loaded</span> : <AwaitedBalance />;
}

/** It has a line of its own below the button, where its text fits a phone, so that nothing moves. */
function OwnTotal(): ReactNode {
  const { known, isHidden } = useOwnBalance();
  return known && !isHidden && <TotalNote {...known} />;
}

const SHORTCUTS = [
  { href: '/airtime', name: 'Airtime', icon: smartphoneIcon },
  { href: '/bills', name: 'Bills', icon: receiptTextIcon },
  { href: '/leaderboard', name: 'Leaders', icon: trophyIcon },
  { href: '/refer', name: 'Refer', icon: giftIcon },
  { href: '/premium', name: 'Premium', icon: crownIcon },
] as const;

export function WalletBand(): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  return (
    <Band className={css['hero']} aria-label="Wallet">
      <div className={cx('cluster apart', css['top'])}>
        <div>
          <div className={cx('sm muted line', css['label'])}>
            <AppLink href="/wallet" className={css['wallet']}>
              {/* As short, so that it stays in its line. */}
              {isOffline ? 'Last known' : 'Wallet balance'}
              {isOffline && <span className="vh"> balance</span>}
            </AppLink>
            <HideBalance className={css['eye']} />
          </div>
          <div className={cx('figure', css['balance'])}>
            <Suspense fallback={<AwaitedBalance />}>
              <OwnBalance />
            </Suspense>
          </div>
        </div>
        <Button
          variant="mango"
          aria-haspopup="dialog"
          disabled={isOffline}
          onClick={openRedeem}
          {...(isOffline && { 'aria-describedby': 'redeem-needs-network' })}
        >
          <Icon of={ticketIcon} size="sm" /> Redeem
        </Button>
        <div className={css['total']}>
          <Suspense>
            <OwnTotal />
          </Suspense>
        </div>
      </div>
      {isOffline && (
        // For whom it is read to; others see the bar that says so. A line here would move the page.
        <p id="redeem-needs-network" className="vh">
          Redeeming needs a connection.
        </p>
      )}
      <nav className={css['shortcuts']} aria-label="Shortcuts">
        {SHORTCUTS.map(({ href, name, icon }) => (
          <AppLink key={href} href={href} className={cx('column', css['shortcut'])}>
            <Icon of={icon} size="md" />
            <span>{name}</span>
          </AppLink>
        ))}
      </nav>
    </Band>
  );
}
