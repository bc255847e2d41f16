import { useState } from 'react';

import type { AirtimeRow } from '../../../../local/rows.ts';
import { purchaseSaid, type Purchase } from '../purchases/purchase.ts';
import { useMoneyOrder } from '../../../shared/wallet/money-order.ts';
import type { Shop } from '../purchases/use-shop.ts';
import { useForm, type Form } from '../../../platform/form/use-form.ts';
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
  /** Sending it shows the order. */
  readonly form: Form<AirtimeField, AirtimeForm>;
  readonly purchase: Purchase<AirtimeOrder>;
}

/** Takes airtime or a data plan from the form to its end. */
export function useBuyAirtime(
  { region, balance }: Shop<AirtimeRow>,
  { networks }: AirtimeRow,
): BuyingAirtime {
  const state = useState(EMPTY_FORM);
  // While the balance is not known the server is the judge of it.
  const facts = { region, networks, balance: balance ?? Number.POSITIVE_INFINITY };
  const check = checkAirtime(state[0], facts);
  const form = useForm<AirtimeField, AirtimeForm>({
    fields: AIRTIME_FIELDS,
    state,
    wrong: check.ok ? {} : check.errors,
    // The number may bring another network, and that other amounts and plans.
    affectedBy: (change) =>
      'phone' in change || 'network' in change ? AIRTIME_FIELDS : Object.keys(change),
    send: () => void (check.ok && purchase.review(check.order)),
    errorsOf: fieldErrors,
  });
  const purchase: Purchase<AirtimeOrder> = useMoneyOrder({
    what: 'Airtime',
    send: (order, proof) =>
      callWorker((worker) => worker.buyAirtime({ ...bodyOf(order), ...proof })),
    saidOf: purchaseSaid,
    // The number is among the recent ones now, or was refused for what this list says is sold.
    refresh: () => callWorker((worker) => worker.refreshAirtime(region, { force: true })),
    onRefused: form.refuse,
  });
  return { facts, form, purchase };
}
