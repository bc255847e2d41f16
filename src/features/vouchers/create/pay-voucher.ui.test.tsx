import { expect, test, vi } from 'vitest';

import { fail, ok, type Result } from '../../../../contract/result.ts';
import { payVoucher } from './pay-voucher.ts';

const answer = vi.hoisted(() => vi.fn<() => Promise<Result<never>>>());
vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: answer }));
/** The question for the PIN: answered by `confirm`, and by `closePin` with nothing. */
const pin = vi.hoisted(() => ({ confirm: () => {}, close: () => {} }));
vi.mock('../../../shared/accounts/pin/with-pin.ts', () => ({
  withPin: (_saying: string, run: () => Promise<unknown>) =>
    new Promise((resolve) => {
      pin.confirm = () => resolve(run());
      pin.close = () => resolve(fail({ code: 'pin_required', message: 'Enter your PIN' }));
    }),
  closePin: () => pin.close(),
}));

const PRICE = { amount: 500, currency: 'NGN' } as const;
const MADE = Promise.resolve(ok({ ulid: 'v1' }));
const refuse = (code: 'already_paid' | 'voucher_not_active'): void =>
  void answer.mockResolvedValue({ ok: false, error: { code, message: code, status: 409 } });

test.each(['wallet', 'paystack'])('what is paid already is paid, by %s', async (method) => {
  refuse('already_paid');
  const pay = async () => {
    const paying = payVoucher(PRICE, MADE, { method });
    pin.confirm();
    return paying;
  };
  expect(await pay()).toEqual({ kind: 'paid' });
  refuse('voucher_not_active');
  expect(await pay()).toMatchObject({ kind: 'failed' });
});

test('the PIN is asked for while the voucher is on its way, and pays once it is made', async () => {
  answer.mockClear();
  answer.mockResolvedValue(ok(undefined as never));
  let make = (_made: Result<{ ulid: string }>): void => undefined;
  const making = new Promise<Result<{ ulid: string }>>((resolve) => {
    make = resolve;
  });
  const paying = payVoucher(PRICE, making, { method: 'wallet' });
  pin.confirm();
  expect(answer).not.toHaveBeenCalled();
  make(ok({ ulid: 'v1' }));
  expect(await paying).toEqual({ kind: 'paid' });
});

test('no PIN is asked for any longer where no voucher could be made', async () => {
  const failure = { code: 'validation_failed', message: 'Check the fields' } as const;
  const paying = payVoucher(PRICE, Promise.resolve(fail(failure)), { method: 'wallet' });
  expect(await paying).toMatchObject({ kind: 'failed' });
});
