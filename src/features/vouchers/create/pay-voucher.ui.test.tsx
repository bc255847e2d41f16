import { expect, test, vi } from 'vitest';

import type { Result } from '../../../../contract/result.ts';
import { payVoucher } from './pay-voucher.ts';

const answer = vi.hoisted(() => vi.fn<() => Promise<Result<never>>>());
vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: answer }));
vi.mock('../../../shared/accounts/pin/with-pin.ts', () => ({ withPin: answer }));

const VOUCHER = { ulid: 'v1', amount: 500, currency: 'NGN' } as const;
const refuse = (code: 'already_paid' | 'voucher_not_active'): void =>
  void answer.mockResolvedValue({ ok: false, error: { code, message: code, status: 409 } });

test.each(['wallet', 'paystack'])('what is paid already is paid, by %s', async (method) => {
  refuse('already_paid');
  expect(await payVoucher(VOUCHER, { method })).toEqual({ kind: 'paid' });
  refuse('voucher_not_active');
  expect(await payVoucher(VOUCHER, { method })).toMatchObject({ kind: 'failed' });
});
