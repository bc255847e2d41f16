import { useRef, useState } from 'react';

import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import type { BillersRow } from '../../../../local/rows.ts';
import { usePurchase, type Purchasing } from '../purchases/use-purchase.ts';
import type { Shop } from '../purchases/use-shop.ts';
import { useFormErrors, type FormErrors } from '../../../platform/form/use-form-errors.ts';
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
  readonly form: BillForm;
  readonly formErrors: FormErrors<BillField>;
  /** The biller is asked whose number that is. */
  readonly isChecking: boolean;
  readonly purchasing: Purchasing<BillOrder>;
  readonly change: (changes: Partial<BillForm>) => void;
  /** Has the customer checked, and then shows the order with the name. */
  readonly submit: () => Promise<void>;
}

/** Takes a bill from the form over its customer's name to its end. */
export function usePayBill({ shop, row }: PayBillProps): PayingBill {
  const { region, balance } = shop;
  const { categories } = row;
  const [form, setForm] = useState(() => emptyForm(categories));
  const [isChecking, setIsChecking] = useState(false);
  /** The order that is being checked; what was changed since is another one. */
  const asked = useRef<object>(undefined);
  // While the balance is not known the server is the judge of it.
  const facts = { region, categories, balance: balance ?? Number.POSITIVE_INFINITY };
  const check = checkBill(form, facts);
  const formErrors = useFormErrors(BILL_FIELDS, check.ok ? {} : check.errors);
  const refreshList = (): void =>
    void callWorker((worker) => worker.refreshBillers(region, { force: true }));
  const purchasing = usePurchase<BillOrder>(
    'Bill',
    async (order) => {
      const result = await withPin((proof) =>
        callWorker((worker) => worker.payBill({ ...bodyOf(order), ...proof })),
      );
      // The bill is among the recent ones now, or was refused for what this list says of it.
      refreshList();
      return result;
    },
    (refused) => formErrors.refuse(refused, fieldErrors(refused)),
  );
  return {
    facts,
    form,
    formErrors,
    isChecking,
    purchasing,
    change(changes) {
      asked.current = undefined;
      setIsChecking(false);
      setForm({ ...form, ...changes });
      // Another biller has other items, numbers and limits.
      formErrors.edit(...BILL_FIELDS.filter((field) => field in changes || 'biller' in changes));
    },
    async submit() {
      if (isChecking || !formErrors.check() || !check.ok) return;
      const { biller, item, customer, currency } = check.order;
      asked.current = check.order;
      setIsChecking(true);
      const checked = await callWorker((worker) =>
        worker.validateBill({ biller: biller.id, item: item.id, customer, currency }),
      );
      if (asked.current !== check.order) return;
      setIsChecking(false);
      if (checked.ok) return purchasing.order({ ...check.order, customerName: checked.value });
      formErrors.refuse(checked.error, fieldErrors(checked.error));
      if (checked.error.code === 'biller_gone') refreshList();
    },
  };
}
