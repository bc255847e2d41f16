import type { ReactElement } from 'react';
import type { IconNode } from 'lucide';

import { RowIcon, Row, Rows } from '../../../ui/display/rows.tsx';
import { Card, SectionHead } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/text/money.tsx';

export interface RecentPurchasesProps<One> {
  readonly recent: readonly One[];
  readonly icon: IconNode;
  readonly currency: string;
  readonly namesOf: (one: One) => Readonly<Record<'key' | 'title' | 'note', string>>;
  readonly onChoose: (one: One) => void;
}

/** What was bought before; one tap fills the form. */
export function RecentPurchases<One extends { readonly amount: number }>({
  recent,
  icon,
  currency,
  namesOf,
  onChoose,
}: RecentPurchasesProps<One>): ReactElement | null {
  if (recent.length === 0) return null;
  return (
    <Card>
      <div className="stack g1">
        <SectionHead>
          <h2>Recent</h2>
        </SectionHead>
        <Rows>
          {recent.map((one) => {
            const { key, title, note } = namesOf(one);
            return (
              <li key={key}>
                <Row
                  start={<RowIcon of={icon} />}
                  title={title}
                  note={note}
                  value={<Money amount={one.amount} currency={currency} />}
                  onSelect={() => onChoose(one)}
                />
              </li>
            );
          })}
        </Rows>
      </div>
    </Card>
  );
}
