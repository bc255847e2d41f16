import { useEffect, useRef, type ReactElement } from 'react';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';

import type { Failure } from '../../../../contract/result.ts';
import type { PaymentMethod } from '../../../../contract/wallet.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { RowIcon, Row, Rows } from '../../../ui/display/rows.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

export function MethodIcon({ icon }: Pick<PaymentMethod, 'icon'>): ReactElement {
  return <RowIcon of={icon === 'smartphone' ? smartphoneIcon : landmarkIcon} />;
}

export const methodNote = ({ providers, icon }: PaymentMethod): string => {
  if (providers.length > 0) return providers.map(({ name }) => name).join(', ');
  return icon === 'smartphone' ? 'From your phone' : 'Card, bank transfer';
};

export interface PaymentMethodsProps {
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly failure: Failure | undefined;
  readonly isAskedFor: boolean;
}

export function PaymentMethods({
  methods,
  failure,
  isAskedFor,
}: PaymentMethodsProps): ReactElement {
  const title = useRef<HTMLHeadingElement>(null);
  const isKnown = methods !== undefined;
  useEffect(() => {
    // Only after the lists above have their size would it stay in view.
    if (isAskedFor && isKnown) title.current?.focus();
  }, [isAskedFor, isKnown]);
  return (
    <Card className="stack g2" aria-labelledby="payment-methods">
      <h2 ref={title} id="payment-methods" tabIndex={-1}>
        Payment methods
      </h2>
      {methods === undefined &&
        (failure ? (
          <p className="sm muted">{failure.message}</p>
        ) : (
          <Skeleton shape="block" height="8rem" />
        ))}
      <Rows>
        {methods?.map((method) => (
          <li key={method.id}>
            <Row
              start={<MethodIcon icon={method.icon} />}
              title={method.name}
              note={methodNote(method)}
              extra={method.default_for_region && <Badge tone="info">Default</Badge>}
            />
          </li>
        ))}
      </Rows>
    </Card>
  );
}
