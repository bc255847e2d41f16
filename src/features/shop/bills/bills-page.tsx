import type { ReactElement } from 'react';
import receiptIcon from 'lucide/dist/esm/icons/receipt.mjs';
import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { RecentBill } from '../../../../contract/purchases.ts';
import { REGIONS } from '../../../../contract/region-table.ts';
import { readBillers } from '../../../../local/queries/money.ts';
import { PurchaseSheet } from '../purchases/purchase-sheet.tsx';
import { ShopForm } from '../purchases/shop-form.tsx';
import { ShopPage } from '../purchases/shop-page.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { toast } from '../../../platform/toast-store.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { BillFields } from './bill-fields.tsx';
import { chosenIn, dueAgain, formFor, totalOf, withFee, type BillOrder } from './bill-form.ts';
import { usePayBill, type PayBillProps } from './use-pay-bill.ts';
import { RecentPurchases } from '../purchases/recent-purchases.tsx';

const REMINDER_INTERVAL_MS = 60 * CLOCK_TICK_MS;

/** /bills: bills from the wallet. */
export default function BillsPage(): ReactElement {
  return (
    <ShopPage
      title="Bills"
      readRow={readBillers}
      refreshRow={(worker, region) => worker.refreshBillers(region)}
    >
      {(shop, row) => <PayBill shop={shop} row={row} />}
    </ShopPage>
  );
}

const factsOf = ({ biller, item, customer, customerName, amount, currency }: BillOrder) =>
  [
    ['Provider', biller.name],
    ['Pay for', item.name],
    [biller.customer_label, customer],
    ...(customerName === null ? [] : ([['Name', customerName]] as const)),
    ['Amount', formatExact(amount, currency)],
    ['Fee', item.fee > 0 ? formatExact(item.fee, currency) : 'None'],
  ] as const;

const totalText = ({ amount, item, currency }: BillOrder): string =>
  formatExact(withFee(amount, item.fee), currency);

const warningOf = ({ customerName }: BillOrder): string | undefined =>
  customerName === null
    ? 'This provider does not tell whose number that is. Check it twice.'
    : undefined;

function PayBill(props: PayBillProps): ReactElement {
  const { region, balance, held } = props.shop;
  const { categories, recent } = props.row;
  const { currency } = REGIONS[region];
  const { facts, form, purchase } = usePayBill(props);
  const choose = (bill: RecentBill): void => {
    const filled = formFor(bill, categories);
    if (filled) form.change(filled);
    else toast(errorMessage('biller_gone'), { kind: 'error' });
  };
  return (
    <>
      <ShopForm
        form={form}
        currency={currency}
        balance={balance}
        isPartHeld={held.length > 0}
        total={totalOf(form.values, chosenIn(form.values, categories))}
        action="Pay bill"
        loading={purchase.state.phase === 'checking'}
        recent={<RecentBills recent={recent} currency={currency} onChoose={choose} />}
      >
        <Reminder recent={recent} onChoose={choose} />
        <BillFields facts={facts} form={form} />
      </ShopForm>
      <PurchaseSheet
        title="Pay bill"
        purchase={purchase}
        factsOf={factsOf}
        totalOf={totalText}
        warningOf={warningOf}
        statementHref="/transactions?type=bill"
      />
    </>
  );
}

/** Names a bill that is likely to be due again. */
function Reminder({
  recent,
  onChoose,
}: {
  readonly recent: readonly RecentBill[];
  readonly onChoose: (bill: RecentBill) => void;
}): ReactElement | null {
  const now = useNow(REMINDER_INTERVAL_MS);
  const due = dueAgain(recent, now.getTime());
  if (!due) return null;
  return (
    <Alert tone="info">
      {`It is about a month since you paid ${due.biller_name} for ${due.customer_name ?? due.customer}.`}{' '}
      <TextButton onClick={() => onChoose(due)}>Pay it again</TextButton>
    </Alert>
  );
}

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
const RecentBills = (props: RecentBillsProps): ReactElement => (
  <RecentPurchases {...props} icon={receiptIcon} namesOf={namesOf} />
);
