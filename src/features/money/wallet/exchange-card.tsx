import type { ReactElement } from 'react';

import type { Currency } from '../../../../contract/money.ts';
import type { Conversion } from '../../../shared/rates/converter.tsx';
import { Converter } from '../../../shared/rates/lazy-converter.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';

export interface ExchangeCardProps {
  /** Of the region that the person lives in. */
  readonly home: Currency;
  /** Begins an exchange with what was converted. */
  readonly onExchange: (conversion: Conversion) => void;
}

/** What amounts are in other currencies, and the way to change one's money into them. */
export function ExchangeCard({ home, onExchange }: ExchangeCardProps): ReactElement {
  return (
    <Card className="stack g3" aria-labelledby="converter">
      <h2 id="converter">Converter</h2>
      <Converter key={home} before={<Skeleton shape="block" height="14rem" />}>
        {(conversion) => (
          <Button block onClick={() => onExchange(conversion)}>
            Exchange
          </Button>
        )}
      </Converter>
    </Card>
  );
}
