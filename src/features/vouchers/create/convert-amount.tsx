import { useState, type ReactElement } from 'react';

import { Converter } from '../../../shared/rates/lazy-converter.ts';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import type { AmountForm } from './amount-form.ts';

export interface ConvertAmountProps {
  readonly currency: AmountForm['currency'];
  /** Decimal text in major units. */
  readonly onUse: (amount: string) => void;
}

/** An amount as its field takes it: whole in local currencies, cut off. @param amount major units */
const usable = (amount: number, currency: AmountForm['currency']): number =>
  currency === 'USD' ? amount : Math.trunc(amount);

export function ConvertAmount({ currency, onUse }: ConvertAmountProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="stack g2">
      <p>
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Convert from another currency
        </TextButton>
      </p>
      {isOpen && (
        <Card aria-label="Converter">
          <Converter
            key={currency}
            to={currency}
            before={<Skeleton shape="block" height="14rem" />}
          >
            {({ gets }) => {
              const amount = usable(gets, currency);
              return (
                <Button
                  block
                  disabled={amount === 0}
                  onClick={() => {
                    onUse(String(amount));
                    setIsOpen(false);
                  }}
                >
                  {amount === 0 ? 'Use this amount' : `Use ${formatExact(amount, currency)}`}
                </Button>
              );
            }}
          </Converter>
        </Card>
      )}
    </div>
  );
}
