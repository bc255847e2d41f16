import type { ReactElement } from 'react';

import type { Currency } from '../../../contract/money.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { AwaitedTextTip, TextTip } from '../../ui/overlay/tip.tsx';
import { approximate, ratesAge } from './rate-text.ts';
import { useConverted } from './use-converted.ts';
import type { ViewerRates } from './viewer-rates.ts';

export interface WorthNoteProps {
  /** Major units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly viewer: ViewerRates;
}

export function WorthNote(props: WorthNoteProps): ReactElement | null {
  return props.currency === props.viewer.currency ? null : <ForeignNote {...props} />;
}

function ForeignNote({ amount, currency, viewer }: WorthNoteProps): ReactElement | null {
  const asked = { amount, from: currency, to: viewer.currency };
  const converted = useConverted(asked, viewer.readAtMs);
  if (converted === undefined) return <AwaitedTextTip />;
  if (converted.rate === undefined) return null;
  return (
    <TextTip text={approximate(converted.gets, viewer.currency)}>
      {() => ratesAge(viewer, new Date(serverNow()))}
    </TextTip>
  );
}
