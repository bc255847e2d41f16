import type { ReactElement } from 'react';

import type { Currency } from '../../../contract/money.ts';
import { toggleBalance, useBalanceIsHidden } from '../../domain/wallet/balance-visibility.ts';
import { AppLink } from '../../ui/action/app-link.tsx';
import { Band } from '../../ui/layout/band.tsx';
import { IconButton } from '../../ui/action/icon-button.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { EyeIcon } from '../../ui/icons/eye-icon.tsx';
import { EyeOffIcon } from '../../ui/icons/eye-off-icon.tsx';
import { LandmarkIcon } from '../../ui/icons/landmark-icon.tsx';
import { PlusIcon } from '../../ui/icons/plus-icon.tsx';
import { SendIcon } from '../../ui/icons/send-icon.tsx';
import { Money } from '../../ui/text/money.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { Total } from './use-total.ts';
import css from './wallet-band.module.css';

export interface WalletBandProps {
  readonly total: Total | undefined;
  readonly currency: Currency;
  readonly onTopUp: () => void;
  readonly onWithdraw: () => void;
}

function Balance({ total, currency }: Pick<WalletBandProps, 'total' | 'currency'>): ReactElement {
  const isHidden = useBalanceIsHidden();
  if (!total) return <Skeleton shape="block" width="12rem" height="2.625rem" />;
  if (isHidden) return <span aria-label="Balance hidden">••••••</span>;
  return (
    <>
      {total.isApproximate && <span aria-label="about">≈ </span>}
      <Money amount={total.amount} currency={currency} />
    </>
  );
}

/** What one has, and what can be done with it. */
export function WalletBand(props: WalletBandProps): ReactElement {
  const { total, currency, onTopUp, onWithdraw } = props;
  const isHidden = useBalanceIsHidden();
  return (
    <Band className={css['band']} aria-label="Balance">
      <div className={css['head']}>
        <p className={css['label']}>
          Available balance
          <IconButton
            label={isHidden ? 'Show balance' : 'Hide balance'}
            className={css['eye']}
            onClick={toggleBalance}
          >
            {isHidden ? <EyeOffIcon size="sm" /> : <EyeIcon size="sm" />}
          </IconButton>
        </p>
        <div className={css['amount']}>
          <Balance total={total} currency={currency} />
        </div>
        {total?.isApproximate && !isHidden && (
          <p className={css['note']}>All currencies together, at today's rates</p>
        )}
      </div>
      <div className={css['actions']}>
        <button type="button" className={css['action']} onClick={onTopUp}>
          <span>
            <PlusIcon />
          </span>
          Top up
        </button>
        <button type="button" className={css['action']} onClick={onWithdraw}>
          <span>
            <LandmarkIcon />
          </span>
          Withdraw
        </button>
        <AppLink href="/payment-voucher" className={css['action']}>
          <span>
            <SendIcon />
          </span>
          Send
        </AppLink>
        <AppLink href="/transactions" className={css['action']}>
          <span>
            <ClockIcon />
          </span>
          History
        </AppLink>
      </div>
    </Band>
  );
}
