import type { ReactElement } from 'react';
import receiptIcon from 'lucide/dist/esm/icons/receipt.mjs';

import type { RecentBill } from '../../../../contract/purchases.ts';
import { RecentPurchases } from '../purchases/recent-purchases.tsx';

export interface RecentBillsProps {
  readonly recent: readonly RecentBill[];
  readonly currency: string;
  readonly onChoose: (bill: RecentBill) => void;
}

const namesOf = ({ biller, biller_name, customer, customer_name }: RecentBill) => ({
  key: `${biller} ${customer}`,
  title: customer_name ?? customer,
  note: `${biller_name} · ${customer}`,
});

/** Bills that were paid before; one tap fills the form. */
export const RecentBills = (props: RecentBillsProps): ReactElement => (
  <RecentPurchases {...props} icon={receiptIcon} namesOf={namesOf} />
);
