import type { ReactElement } from 'react';

import type { Currency } from '../../../contract/money.ts';
import type { Held } from '../../../contract/wallet.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatExact } from '../../ui/text/format-money.ts';
import { untilText } from './held.ts';

export interface HeldNotesProps {
  readonly held: readonly Held[];
  readonly currency: Currency;
  readonly isHidden?: boolean;
}

export function HeldNotes({ held, currency, isHidden }: HeldNotesProps): ReactElement {
  return (
    <>
      {held.map((part) => (
        <Alert key={`${part.until} ${part.voucher_ulid} ${part.amount}`} tone="warn">
          <strong>
            {isHidden ? 'Money' : formatExact(part.amount, currency)} held until {untilText(part)}
          </strong>
          , because {part.because}. You can play with it; after that it can be withdrawn.
        </Alert>
      ))}
    </>
  );
}
