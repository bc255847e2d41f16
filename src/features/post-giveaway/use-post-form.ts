import { useRef, useState, type FormEvent, type RefObject } from 'react';

import { majorToMinor } from '../../../contract/money.ts';
import {
  checkPayment,
  NO_PAYMENT,
  offeredChoice,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentErrors,
  type PaymentForm,
} from '../../domain/payments/payment-choice.ts';
import { useAskedFields } from '../../domain/payments/use-asked-fields.ts';
import { filesOf, useCover, type Cover } from '../../domain/vouchers/cover/use-cover.ts';
import { usePaymentMeans, type PaymentMeans } from '../../domain/payments/use-payment-means.ts';
import type { PaymentPickerProps } from '../../domain/payments/payment-picker.tsx';
import {
  checkGiveaway,
  GIVEAWAY_FIELDS,
  serverErrors,
  type GiveawayErrors,
  type GiveawayForm,
} from './giveaway-form.ts';
import { usePostGiveaway, type PostState } from './use-post-giveaway.ts';

const FIELDS = [...GIVEAWAY_FIELDS, ...PAYMENT_FIELDS];
type Errors = GiveawayErrors & PaymentErrors;

/** Most creators pay from the wallet; it is also the only method that is known without the network. */
const FROM_WALLET: PaymentForm = { ...NO_PAYMENT, methodId: WALLET_METHOD };

export interface PostFormParts {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly form: GiveawayForm;
  readonly errors: Errors;
  readonly change: (next: Partial<GiveawayForm>) => void;
  readonly cover: Cover;
  readonly chooseCover: (file: File | undefined) => void;
  readonly means: PaymentMeans;
  /** What the picker is given, besides the methods and its legend. */
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
  readonly state: PostState;
  readonly submit: (event: FormEvent) => void;
}

/** Without what was said about fields that have changed since; the next try looks at everything again. */
const withoutErrors = (errors: Errors, changed: readonly string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.includes(field)));

function usePayment(form: GiveawayForm) {
  const { currency, amount } = form;
  const [chosen, setPayment] = useState(FROM_WALLET);
  const means = usePaymentMeans(currency);
  const payment = offeredChoice(chosen, means.methods, FROM_WALLET);
  const asked = useAskedFields(payment.methodId);
  const amountMinor = amount === '' ? undefined : majorToMinor(Number(amount));
  const charge =
    amountMinor === undefined
      ? undefined
      : means.chargeFor({ purpose: 'giveaway', amountMinor, currency });
  return { payment, setPayment, means, asked, charge, balanceMinor: means.balanceIn(currency) };
}

/** What stands in the form, what is wrong with it, and what sending it does. */
export function usePostForm(initial: GiveawayForm): PostFormParts {
  const [form, setForm] = useState(initial);
  const [found, setFound] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);
  const { cover, choose } = useCover();
  const { payment, setPayment, means, asked, charge, balanceMinor } = usePayment(form);
  const { state, post } = usePostGiveaway();
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const coverError = cover.phase === 'refused' ? { cover: cover.problem } : {};
  const errors = { ...serverErrors(failure?.fields), ...found, ...coverError };

  const change = (next: Partial<GiveawayForm>): void => {
    setForm({ ...form, ...next });
    // The currency decides how one can pay.
    const affected = 'currency' in next ? PAYMENT_FIELDS : [];
    setFound(withoutErrors(found, [...Object.keys(next), ...affected]));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const files = filesOf(cover);
    const giveaway = checkGiveaway(form, files?.file, Date.now());
    const methods = means.methods ?? [];
    // What the device knows of the wallet may be old, so the server judges whether it is enough.
    const paid = checkPayment(payment, { methods, asked, charge, balanceMinor: undefined });
    const next: Errors = {
      ...(!giveaway.ok && giveaway.errors),
      ...(!paid.ok && paid.errors),
      ...coverError,
    };
    setFound(next);
    const first = FIELDS.find((field) => field in next);
    if (giveaway.ok && paid.ok && first === undefined) {
      return void post(giveaway.fields, files, paid.choice);
    }
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const picker = {
    asked,
    form: payment,
    errors,
    onChange: (next: Partial<PaymentForm>) => {
      setPayment({ ...payment, ...next });
      setFound(withoutErrors(found, PAYMENT_FIELDS));
    },
    currency: form.currency,
    charge,
    balanceMinor,
  };
  const chooseCover = (file: File | undefined): void => {
    setFound(withoutErrors(found, ['cover']));
    void choose(file);
  };
  return { element, form, errors, change, cover, chooseCover, means, picker, state, submit };
}
