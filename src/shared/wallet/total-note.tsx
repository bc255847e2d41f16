import type { ReactElement } from 'react';

import { CURRENCY_NAMES } from '../../../contract/money.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { AwaitedTextTip, TextTip } from '../../ui/overlay/tip.tsx';
import { formatMoney } from '../../ui/text/format-money.ts';
import { ratesAge } from '../rates/rate-text.ts';
import { useSum } from '../rates/use-converted.ts';
import type { ViewerRates } from '../rates/viewer-rates.ts';
import type { Balance } from './balance.ts';

export interface TotalNoteProps {
  readonly balance: Balance;
  readonly readAtMs: ViewerRates['readAtMs'];
}

export function TotalNote({ balance, readAtMs }: TotalNoteProps): ReactElement | null {
  const { parts, currency } = balance;
  const total = useSum(parts, currency, readAtMs);
  if (total === undefined) return parts ? <AwaitedTextTip /> : null;
  const text = `Total in ${CURRENCY_NAMES[currency]}: about ${formatMoney(total, currency)}`;
  return (
    <TextTip text={text}>
      {() => `All your currencies together. ${ratesAge({ readAtMs }, new Date(serverNow()))}`}
    </TextTip>
  );
}
