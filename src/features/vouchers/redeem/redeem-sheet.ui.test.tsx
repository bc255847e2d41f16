import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import type { RedeemBody } from '../../../../contract/payment-vouchers.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';
import { noteClock, serverNow } from '../../../platform/clock/server-time.ts';
import { claimCode } from '../../../shared/payment-vouchers/open-redeem.ts';
import { click, one, render, settle, type } from '../../../ui/test-render.ts';
import { RedeemSheet, Success } from './redeem-sheet.tsx';

const CODE = '4471902886130';
const REDEEMED = {
  message: 'Voucher redeemed for ₦2,500!',
  amount: 2_500,
  currency: 'NGN',
} as const;

const refusal = (code: ErrorCode) => fail({ code, message: errorMessage(code) });
const sent: RedeemBody[] = [];
let answer: (result: ErrorCode | Result<Redeemed>) => Promise<void>;
let session = 'signed-in';
vi.mock('../../../platform/session/session.ts', () => ({ readSession: async () => session }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (ask: (worker: object) => unknown) =>
    ask({
      refreshUser: () => undefined,
      refreshWallets: () => undefined,
      redeemVoucher: (body: RedeemBody) => {
        sent.push(body);
        return new Promise((resolve) => {
          answer = (result) =>
            act(async () => resolve(typeof result === 'string' ? refusal(result) : result));
        });
      },
    }),
}));
const device = vi.hoisted(() => ({
  wallets: [] as Pick<WalletRow, 'currency' | 'amount' | 'fetchedAt'>[],
}));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: device.wallets }),
}));

beforeEach(() => {
  sent.length = 0;
  session = 'signed-in';
});
afterEach(() => noteClock(0));

/** The sheet with a code that is claimed at once. */
async function claim(code: string) {
  const onClose = vi.fn<() => void>();
  claimCode(code);
  const { container } = render(<RedeemSheet open onClose={onClose} />);
  await settle();
  return {
    onClose,
    container,
    field: () => one(container, 'input') as HTMLInputElement,
    alert: () => container.querySelector('[role=alert]')?.textContent,
    submit: () => act(async () => one(container, 'form button[type=submit]').click()),
    resend: () => one(container, 'form button:not([type=submit])'),
  };
}

/** The sheet that asks for the release code. */
async function release() {
  const sheet = await claim(CODE);
  await answer('two_factor_required');
  return sheet;
}

test('it cannot be closed while a voucher is redeemed: what came of it has to be seen', async () => {
  const { container, onClose, alert } = await claim(CODE);
  const close = one(container, 'button[aria-label=Close]');
  click(close);
  click(one(container, 'dialog'));
  expect(onClose).not.toHaveBeenCalled();
  await answer('voucher_used');
  expect(alert()).toBe(errorMessage('voucher_used'));
  click(close);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a code is redeemed, and a refusal is said until something is typed', async () => {
  const { container, field, alert, submit } = await claim(CODE);
  await answer('voucher_not_found');
  expect(alert()).toBe('Voucher not found');
  type(field(), '4471 9028 86131');
  expect(alert()).toBeUndefined();
  await submit();
  await submit();
  expect(sent).toEqual([{ code: CODE }, { code: '4471902886131' }]);
  await answer(ok(REDEEMED));
  expect(container.textContent).toContain(REDEEMED.message);
});

test("a giveaway's link leads to its page with the code of whoever shared it", async () => {
  await claim('https://goodies.test/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C?ref=ada4');
  expect(location.pathname + location.search).toBe('/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C?ref=ADA4');
});

test.each([
  ['', 'Please enter a voucher code'],
  ['no code', 'A code has 13 digits'],
])('%j is refused in words, and nothing is asked of the server', async (text, problem) => {
  const { alert } = await claim(text);
  expect(alert()).toBe(problem);
  expect(sent).toEqual([]);
});

test.each([
  ['4471 9028 86130', '/share?text=4471902886130'],
  ['code: 4471–9028–86130.', '/share?text=4471902886130'],
])('a visitor who claims %s comes back from the login to %s', async (text, next) => {
  session = 'signed-out';
  history.replaceState(null, '', '/welcome?ref=ADA4');
  await claim(text);
  expect(location.pathname).toBe('/login');
  expect(new URLSearchParams(location.search).get('next')).toBe(next);
});

test('a second factor asks for the release code, and for another one when it is wrong', async () => {
  const { container, field, alert, submit } = await release();
  expect(alert()).toBeUndefined();
  type(field(), '1234');
  await submit();
  expect(alert()).toBe('Enter the 6 digits');
  // As the app shows it to the creator; a browser cuts what is pasted to the longest that the field takes.
  const pasted = '482 913';
  type(field(), field().maxLength < 0 ? pasted : pasted.slice(0, field().maxLength));
  expect(field().value).toBe('482913');
  await submit();
  expect(sent).toEqual([{ code: CODE }, { code: CODE, otp: '482913' }]);
  await answer('release_code_wrong');
  expect(alert()).toBe('This release code is not right, or no longer valid');
  type(field(), '482914');
  expect(alert()).toBeUndefined();
  await submit();
  await answer(ok(REDEEMED));
  expect(container.textContent).toContain(REDEEMED.message);
});

test('a lost answer keeps the release step; a used voucher ends it', async () => {
  const { field, alert, submit } = await release();
  type(field(), '482913');
  await submit();
  await answer('timeout');
  expect(alert()).toBe('No response received from server. Check your connection.');
  expect(field().value).toBe('482913');
  await submit();
  await answer('voucher_used');
  expect(alert()).toBe('This voucher has already been used');
  expect(field().value).toBe(CODE);
});

test('a new release code is asked for as the first one was, and once at a time', async () => {
  const { container, field, alert, submit, resend } = await release();
  type(field(), '1');
  await submit();
  click(resend());
  click(resend());
  expect(alert()).toBeUndefined();
  expect(resend().textContent).toBe('Sending…');
  expect(resend().getAttribute('aria-busy')).toBe('true');
  await answer('two_factor_required');
  expect(sent).toEqual([{ code: CODE }, { code: CODE }]);
  expect(resend().textContent).toBe('Send a new code');
  expect(container.textContent).toContain('The creator has been sent a code.');
  click(resend());
  await answer('too_many_requests');
  expect(alert()).toBe(errorMessage('too_many_requests'));
  expect(resend().textContent).toBe('Send a new code');
  // Its creator has lifted the protection meanwhile.
  click(resend());
  await answer(ok(REDEEMED));
  expect(container.textContent).toContain(REDEEMED.message);
});

test.each([
  ['right', 0],
  ['years behind', -2_000],
  ['a day ahead', 1],
])('the balance is said once it is known anew, by a clock that is %s', (_, aheadDays) => {
  noteClock(aheadDays * 86_400_000);
  const shown = (amount: number, laterMs: number): string => {
    device.wallets = [{ currency: 'NGN', amount, fetchedAt: serverNow() + laterMs }];
    return render(<Success redeemed={REDEEMED} />).container.textContent;
  };
  expect(shown(100, -60_000)).toBe(`${REDEEMED.message}The money is in your wallet`);
  expect(shown(2_600, 60_000)).toContain('Your balance is now ₦2,600');
});
