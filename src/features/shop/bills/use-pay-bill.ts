import { useState } from 'react';

import { ok } from '../../../../contract/result.ts';
import type { BillersRow } from '../../../../local/rows.ts';
import { purchaseSaid, type Purchase } from '../purchases/purchase.ts';
import { useMoneyOrder } from '../../../shared/wallet/money-order.ts';
import type { Shop } from '../purchases/use-shop.ts';
import { useForm, type Form } from '../../../platform/form/use-form.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  BILL_FIELDS,
  bodyOf,
  checkBill,
  emptyForm,
  fieldErrors,
  type BillFacts,
  type BillField,
  type BillForm,
  type BillOrder,
} from './bill-form.ts';

export interface PayBillProps {
  readonly shop: Shop<BillersRow>;
  readonly row: BillersRow;
}

export interface PayingBill {
  readonly facts: BillFacts;
  /** Sending it has the customer checked, and then shows the order with the name. */
  readonly form: Form<BillField, BillForm>;
  readonly purchase: Purchase<Omit<BillOrder, 'customerName'>, BillOrder>;
}

/** Takes a bill from the form over its customer's name to its end. */
export function usePayBill({ shop, row }: PayBillProps): PayingBill {
  const { region, balance } = shop;
  const { categories } = row;
  const [values, setValues] = useState(() => emptyForm(categories));
  // While the balance is not known the server is the judge of it.
  const facts = { region, categories, balance: balance ?? Number.POSITIVE_INFINITY };
  const checked = checkBill(values, facts);
  const form = useForm<BillField, BillForm>({
    fields: BILL_FIELDS,
    state: [
      values,
      (next) => {
        purchase.correct();
        setValues(next);
      },
    ],
    wrong: checked.ok ? {} : checked.errors,
    // Another biller has other items, numbers and limits.
    affectedBy: (change) => ('biller' in change ? BILL_FIELDS : Object.keys(change)),
    send: () =>
      void (checked.ok && purchase.state.phase === 'editing' && purchase.review(checked.order)),
    errorsOf: fieldErrors,
  });
  const refreshBillers = (): Promise<unknown> =>
    callWorker((worker) => worker.refreshBillers(region, { force: true }));
  const purchase: PayingBill['purchase'] = useMoneyOrder({
    what: 'Bill',
    async check(order) {
      const { biller, item, customer, currency } = order;
      const result = await callWorker((worker) =>
        worker.validateBill({ biller: biller.id, item: item.id, customer, currency }),
      );
      if (result.ok) return ok({ ...order, customerName: result.value });
      if (result.error.code === 'biller_gone') void refreshBillers();
      return result;
    },
    send: (order, proof) => callWorker((worker) => worker.payBill({ ...bodyOf(order), ...proof })),
    saidOf: purchaseSaid,
    // The bill is among the recent ones now, or was refused for what this list says of it.
    refresh: refreshBillers,
    onRefused: form.refuse,
  });
  return { facts, form, purchase };
}
