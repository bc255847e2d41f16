import { useState, type ReactElement } from 'react';

import { TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { choosePin } from './with-pin.ts';

interface PinOfferProps {
  readonly isWanted: boolean;
  /** Under a sheet, where the PIN may be chosen, it stays, so that the page does not move. */
  readonly isCovered?: boolean;
  /** The form's address, where it is another one than the page's. */
  readonly returnTo?: string;
}

/** Above what takes money out and needs no PIN, so that whoever wants one chooses it before the form is filled in. */
export function PinOffer(props: PinOfferProps): ReactElement | null {
  const { isWanted, isCovered = false, returnTo } = props;
  const [isShown, setIsShown] = useState(isWanted);
  if (isShown !== isWanted && !(isShown && isCovered)) setIsShown(isWanted);
  if (!isShown) return null;
  return (
    <Alert tone="info">
      Guard your money with a PIN. You need one to withdraw.{' '}
      <TextButton onClick={() => void choosePin(undefined, returnTo)}>Set a PIN</TextButton>
    </Alert>
  );
}
