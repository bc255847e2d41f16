import type { ReactElement } from 'react';
import receiptIcon from 'lucide/dist/esm/icons/receipt.mjs';

import type { RecentBill } from '../../../contract/purchases.ts';
import { RowIcon } from '../../ui/display/row-icon.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/text/money.tsx';

export interface RecentBillsProps {
  readonly recent: readonly RecentBill[];
  readonly currency: string;
  readonly onChoose: (bill: RecentBill) => void;
}

/** Bills that were paid before; one tap fills the form. */
export function RecentBills({ recent, currency, onChoose }: RecentBillsProps): ReactElement | null {
  if (recent.length === 0) return null;
  return (
    <Card>
      <div className="stack g1">
        <SectionHead>
          <h2>Recent</h2>
        </SectionHead>
        <Rows>
          {recent.map((bill) => (
            <li key={`${bill.biller} ${bill.customer}`}>
              <Row
                start={
                  <RowIcon>
                    <Icon of={receiptIcon} size="md" />
                  </RowIcon>
                }
                title={bill.customer_name ?? bill.customer}
                note={`${bill.biller_name} · ${bill.customer}`}
                value={<Money amount={bill.amount} currency={currency} />}
                onSelect={() => onChoose(bill)}
              />
            </li>
          ))}
        </Rows>
      </div>
    </Card>
  );
}
