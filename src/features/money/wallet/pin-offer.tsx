import type { ReactElement } from 'react';

import { choosePin } from '../../../shared/accounts/pin/with-pin.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Wallet } from './use-wallet.ts';

/** Offers to guard the wallet once there is money in it: after the first top-up, or the first win. */
export function PinOffer({
  hasPin,
  wallets,
}: Pick<Wallet, 'hasPin' | 'wallets'>): ReactElement | null {
  const isWorthIt = wallets?.some(({ amount }) => amount > 0) ?? false;
  if (hasPin !== false || !isWorthIt) return null;
  return (
    <Alert tone="info">
      Guard your money with a PIN. You need one to withdraw.{' '}
      <TextButton onClick={() => void choosePin()}>Set a PIN</TextButton>
    </Alert>
  );
}
