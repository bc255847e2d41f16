import type { IconNode } from 'lucide';
import type { ReactElement } from 'react';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import type { Balance as WalletBalance } from '../../../shared/wallet/balance.ts';
import { TotalNote } from '../../../shared/wallet/total-note.tsx';
import { useBalanceIsHidden } from '../../../shared/wallet/balance-visibility.ts';
import { HideBalance } from '../../../shared/wallet/hide-balance.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Band } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './wallet-band.module.css';

export interface WalletBandProps {
  readonly balance: WalletBalance | undefined;
  readonly ratesReadAtMs: number | undefined;
  readonly onTopUp: () => void;
  readonly onWithdraw: () => void;
}

function Balance({ balance }: Pick<WalletBandProps, 'balance'>): ReactElement {
  const isHidden = useBalanceIsHidden();
  if (!balance) return <Skeleton width="12rem" height="2.625rem" />;
  if (isHidden) return <span aria-label="Balance hidden">••••••</span>;
  return <Money amount={balance.amount} currency={balance.currency} />;
}

interface ActionProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly to: string | (() => void);
}

function Action({ icon, label, to }: ActionProps): ReactElement {
  const content = (
    <>
      <span className="middle">
        <Icon of={icon} />
      </span>
      {label}
    </>
  );
  return typeof to === 'string' ? (
    <AppLink href={to} className={css['action']}>
      {content}
    </AppLink>
  ) : (
    <button type="button" className={css['action']} onClick={to}>
      {content}
    </button>
  );
}

export function WalletBand(props: WalletBandProps): ReactElement {
  const { balance, ratesReadAtMs, onTopUp, onWithdraw } = props;
  const isHidden = useBalanceIsHidden();
  return (
    <Band className={css['band']} aria-label="Balance">
      <div className={css['head']}>
        <p className={cx('sm muted', css['label'])}>
          Available balance
          <HideBalance className={css['eye']} />
        </p>
        <div className={cx('figure', css['amount'])}>
          <Balance balance={balance} />
        </div>
        {balance?.parts && !isHidden && (
          <div className={cx('muted', css['note'])}>
            <TotalNote balance={balance} readAtMs={ratesReadAtMs} />
          </div>
        )}
      </div>
      <div className={css['actions']}>
        <Action icon={plusIcon} label="Top up" to={onTopUp} />
        <Action icon={landmarkIcon} label="Withdraw" to={onWithdraw} />
        <Action icon={sendIcon} label="Send" to="/send" />
        <Action icon={clockIcon} label="History" to="/transactions" />
      </div>
    </Band>
  );
}
