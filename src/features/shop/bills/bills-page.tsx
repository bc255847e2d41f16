import { useState, type ReactElement } from 'react';
import receiptIcon from 'lucide/dist/esm/icons/receipt.mjs';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { BillCategoriesAnswer, RecentBill } from '../../../../contract/purchases.ts';
import { ok } from '../../../../contract/result.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { useOrderForm } from '../../../shared/wallet/money-order.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { PurchaseSheet } from '../purchases/purchase-sheet.tsx';
import { purchaseSaid } from '../purchases/purchase.ts';
import { RecentPurchases, ShopForm, ShopPage, type Shop } from '../purchases/shop-page.tsx';
import { BillFields } from './bill-fields.tsx';
import {
  BILL_FIELDS,
  bodyOf,
  checkBill,
  chosenIn,
  dueAgain,
  emptyForm,
  fieldErrors,
  formFor,
  totalOf,
  withFee,
  type BillOrder,
} from './bill-form.ts';

const REMINDER_INTERVAL_MS = 60 * CLOCK_TICK_MS;

const PATH = '/bills/categories';

export default function BillsPage(): ReactElement {
  return (
    <ShopPage title="Bills" path={PATH}>
      {(shop, offer) => <PayBill shop={shop} offer={offer} />}
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

interface PayBillProps {
  readonly shop: Shop;
  readonly offer: BillCategoriesAnswer;
}

export function usePayBill({ shop, offer }: PayBillProps) {
  const { region, balance, held } = shop;
  const { data: categories } = offer;
  const state = useState(() => emptyForm(categories));
  // While the balance is not known the server is the judge of it.
  const facts = { region, categories, balance: balance ?? Number.POSITIVE_INFINITY, held };
  const refreshBillers = (): Promise<unknown> =>
    callWorker((worker) => worker.refreshAnswer({ path: PATH, region }, { force: true }));
  const { form, order: purchase } = useOrderForm(
    {
      fields: BILL_FIELDS,
      state,
      check: checkBill(state[0], facts),
      // Another biller has other items, numbers and limits.
      affectedBy: (changed) => (changed.includes('biller') ? BILL_FIELDS : changed),
      errorsOf: fieldErrors,
    },
    {
      what: 'Bill',
      saying: ({ biller, item, customer, amount, currency }: BillOrder) =>
        `Pay ${formatExact(withFee(amount, item.fee), currency)} to ${biller.name} for ${customer}`,
      async check(order) {
        const { biller, item, customer, currency } = order;
        const result = await callWorker((worker) =>
          worker.validateBill({ biller: biller.id, item: item.id, customer, currency }),
        );
        if (result.ok) return ok({ ...order, customerName: result.value });
        if (result.error.code === 'biller_gone') void refreshBillers();
        return result;
      },
      send: (order, proof) =>
        callWorker((worker) => worker.payBill({ ...bodyOf(order), ...proof })),
      saidOf: purchaseSaid,
      // The bill is among the recent ones now, or was refused for what this list says of it.
      refresh: refreshBillers,
    },
  );
  return { facts, form, purchase };
}

function PayBill(props: PayBillProps): ReactElement {
  const { shop } = props;
  const { data: categories, recent } = props.offer;
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
        shop={shop}
        total={totalOf(form.values, chosenIn(form.values, categories))}
        action="Pay bill"
        loading={purchase.state.phase === 'checking'}
        recent={
          <RecentPurchases
            recent={recent}
            icon={receiptIcon}
            currency={shop.currency}
            namesOf={namesOf}
            onChoose={choose}
          />
        }
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

interface ReminderProps {
  readonly recent: readonly RecentBill[];
  readonly onChoose: (bill: RecentBill) => void;
}

function Reminder({ recent, onChoose }: ReminderProps): ReactElement | null {
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

const namesOf = ({ biller, biller_name, customer, customer_name }: RecentBill) => ({
  key: `${biller} ${customer}`,
  title: customer_name ?? customer,
  note: `${biller_name} · ${customer}`,
});
