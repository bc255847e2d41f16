import { useState } from 'react';

import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import type { AirtimeRow } from '../../../../local/rows.ts';
import { usePurchase, type Purchasing } from '../purchases/use-purchase.ts';
import type { Shop } from '../purchases/use-shop.ts';
import { useFormErrors, type FormErrors } from '../../../platform/form/use-form-errors.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  AIRTIME_FIELDS,
  bodyOf,
  checkAirtime,
  EMPTY_FORM,
  fieldErrors,
  type AirtimeFacts,
  type AirtimeField,
  type AirtimeForm,
  type AirtimeOrder,
} from './airtime-form.ts';

export interface BuyingAirtime {
  readonly facts: AirtimeFacts;
  readonly form: AirtimeForm;
  readonly formErrors: FormErrors<AirtimeField>;
  readonly purchasing: Purchasing<AirtimeOrder>;
  readonly change: (changes: Partial<AirtimeForm>) => void;
  /** Shows the order, or what is wrong with the form. */
  readonly submit: () => void;
}

/** Takes airtime or a data plan from the form to its end. */
export function useBuyAirtime(
  { region, balance }: Shop<AirtimeRow>,
  { networks }: AirtimeRow,
): BuyingAirtime {
  const [form, setForm] = useState(EMPTY_FORM);
  // While the balance is not known the server is the judge of it.
  const facts = { region, networks, balance: balance ?? Number.POSITIVE_INFINITY };
  const check = checkAirtime(form, facts);
  const formErrors = useFormErrors(AIRTIME_FIELDS, check.ok ? {} : check.errors);
  const purchasing = usePurchase<AirtimeOrder>(
    'Airtime',
    async (order) => {
      const result = await withPin((proof) =>
        callWorker((worker) => worker.buyAirtime({ ...bodyOf(order), ...proof })),
      );
      // The number is among the recent ones now, or was refused for what this list says is sold.
      void callWorker((worker) => worker.refreshAirtime(region, { force: true }));
      return result;
    },
    (refused) => formErrors.refuse(refused, fieldErrors(refused)),
  );
  return {
    facts,
    form,
    formErrors,
    purchasing,
    change(changes) {
      setForm({ ...form, ...changes });
      // The number may bring another network, and that other amounts and plans.
      const isOther = 'phone' in changes || 'network' in changes;
      formErrors.edit(...AIRTIME_FIELDS.filter((field) => isOther || field in changes));
    },
    submit() {
      if (formErrors.check() && check.ok) purchasing.order(check.order);
    },
  };
}
