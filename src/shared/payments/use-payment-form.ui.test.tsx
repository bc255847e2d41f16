import { act, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { REGIONS } from '../../../contract/region-table.ts';
import { clearToasts, toasts } from '../../platform/toast-store.ts';
import { render } from '../../ui/test-render.ts';
import { WALLET_METHOD, type PaymentChoice } from './payment-choice.ts';
import type { PaymentStart } from './checkout.ts';
import { usePaymentForm } from './use-payment-form.ts';
import { usePaymentMeans } from './use-payment-means.ts';
import { sampleMethod } from '../../../local/testing/samples.ts';

vi.mock('../../platform/session/session.ts', () => ({ readSession: async () => 'signed-in' }));

const CHARGE = { walletMinor: 500n, walletFeeMinor: 0n, neededMinor: 500n, processorMinor: 500n };

const CHECKOUT = 'https://checkout.example/1';
const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);

const pay = vi.fn<(choice: PaymentChoice) => Promise<PaymentStart>>();
const onPaid = vi.fn<() => void>();
let answer: (start: PaymentStart) => void = () => undefined;

beforeEach(() => {
  pay.mockReset().mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  onPaid.mockReset();
  assign.mockClear();
});

function Form({ balanceMinor }: { readonly balanceMinor: bigint }): ReactElement {
  const { form } = usePaymentForm({
    methods: [sampleMethod(WALLET_METHOD)],
    initial: { methodId: WALLET_METHOD, provider: '', phone: '' },
    charge: CHARGE,
    balanceMinor,
    pay,
    onPaid,
  });
  const { ref, errors, failure, isBusy, onSubmit } = form;
  return (
    <form ref={ref} onSubmit={onSubmit}>
      <output>
        {isBusy ? 'busy' : 'free'} {failure?.message} {errors.method}
      </output>
    </form>
  );
}

function open(balanceMinor = 500n) {
  const { container, rerender } = render(<Form balanceMinor={balanceMinor} />);
  return {
    said: () => container.textContent?.trim(),
    send: () =>
      act(async () => {
        container
          .querySelector('form')
          ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      }),
    leave: () => rerender(null),
    start: (how: PaymentStart) => act(async () => answer(how)),
  };
}

test('a second tap while the first is on its way pays nothing', async () => {
  const form = open();
  await form.send();
  await form.send();
  expect(pay.mock.calls).toEqual([[{ method: WALLET_METHOD }]]);
  expect(form.said()).toBe('busy');
  await form.start({ kind: 'paid' });
  expect(onPaid).toHaveBeenCalledTimes(1);
  expect(form.said()).toBe('free');
});

test('what was refused says why and may be tried again', async () => {
  const form = open();
  await form.send();
  await form.start({ kind: 'failed', failure: { code: 'unavailable', message: 'Not now' } });
  expect(form.said()).toBe('free Not now');
  expect(onPaid).not.toHaveBeenCalled();
  await form.send();
  expect(pay).toHaveBeenCalledTimes(2);
});

test('it stays busy on the way to a checkout, until the payer comes back from there', async () => {
  const form = open();
  await form.send();
  await form.start({ kind: 'checkout', url: CHECKOUT });
  expect(assign.mock.calls).toEqual([[CHECKOUT]]);
  expect(form.said()).toBe('busy');
  act(() => {
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  expect(form.said()).toBe('free');
});

test('a wallet that is short is not asked', async () => {
  const form = open(499n);
  await form.send();
  expect(pay).not.toHaveBeenCalled();
  expect(form.said()).toMatch(/^free .*wallet/i);
});

const until = new Date(Date.now() + HOUR_MS).toISOString();
const OWN = {
  currency: 'NGN',
  amount: 1_400,
  held: [{ amount: 1_000, until, because: 'a win is looked at', voucher_ulid: 'V' }],
};

vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { region: REGIONS.nigeria, wallets: [OWN] } }),
}));
vi.mock('../../platform/live/use-refresh.ts', () => ({
  useRefresh: () => [{ phase: 'done' }, () => undefined],
}));

type Use = Parameters<typeof usePaymentMeans>[1];

function Means({ use }: { readonly use: Use }): ReactElement {
  const { balanceMinor, held, chargeFor } = usePaymentMeans('NGN', use);
  const { neededMinor } = chargeFor({ purpose: 'payment', amountMinor: 20_000n, currency: 'NGN' });
  return <p>{`${balanceMinor} ${held.length} ${neededMinor}`}</p>;
}

test.each<[Use, string]>([
  ['giveaway', '140000 0 70000'],
  ['payment', '40000 1 30000'],
  ['premium', '40000 1 30000'],
])('what is held in the wallet pays for a giveaway alone: %s', (use, told) => {
  expect(render(<Means use={use} />).container.textContent).toBe(told);
});

test.each([
  ['insufficient_funds', 402, 'error', 'Payment: not done'],
  ['timeout', undefined, 'info', 'Payment: not known yet'],
] as const)('who has left before %s hears of it elsewhere', async (code, status, kind, message) => {
  clearToasts();
  const form = open();
  await form.send();
  form.leave();
  const failure = { code, message: 'The reason', ...(status && { status }) };
  await form.start({ kind: 'failed', failure });
  expect(toasts.get()).toMatchObject([{ kind, message }]);
});

test.each([
  [CHECKOUT, 'You left before the payment page opened. Nothing was taken.'],
  [`${location.origin}/my-vouchers?reference=GDT-1&prompt=phone`, 'Approve it on your phone.'],
])('who has left before its checkout is known is not sent to %s', async (url, detail) => {
  clearToasts();
  const form = open();
  await form.send();
  form.leave();
  await form.start({ kind: 'checkout', url });
  expect(assign).not.toHaveBeenCalled();
  expect(toasts.get()).toMatchObject([{ kind: 'info', message: 'Payment: not paid yet', detail }]);
});
