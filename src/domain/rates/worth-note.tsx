import type { ReactElement } from 'react';

import type { Currency } from '../../../contract/money.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { TextTip } from '../../ui/overlay/text-tip.tsx';
import { approximate, ratesAge } from './approximate.ts';
import type { ViewerRates } from './viewer-rates.ts';

export interface WorthNoteProps {
  /** Major units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly viewer: ViewerRates;
}

/** A foreign amount in the viewer's currency; a touch tells how old the rate is. */
export function WorthNote({ amount, currency, viewer }: WorthNoteProps): ReactElement | null {
  const text = approximate(amount, currency, viewer);
  if (text === undefined) return null;
  return <TextTip text={text}>{() => ratesAge(viewer, new Date(serverNow()))}</TextTip>;
}
