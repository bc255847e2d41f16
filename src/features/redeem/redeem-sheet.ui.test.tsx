import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../contract/errors.ts';
import { claimCode } from '../../domain/payment-vouchers/open-redeem.ts';
import { click, one, render } from '../../ui/test-render.ts';
import { RedeemSheet } from './redeem-sheet.tsx';

let answer: (result: object) => void;

let session = 'signed-in';
vi.mock('../../platform/session/session.ts', () => ({ readSession: async () => session }));
vi.mock('../../platform/worker/data-worker.ts', () => ({
  callWorker: () =>
    new Promise((resolve) => {
      answer = resolve;
    }),
}));

test('it cannot be closed while a voucher is redeemed: what came of it has to be seen', async () => {
  const onClose = vi.fn<() => void>();
  claimCode('4471902886130');
  const { container } = render(<RedeemSheet open onClose={onClose} />);
  await act(async () => undefined);
  const close = one(container, 'button[aria-label=Close]');
  click(close);
  click(one(container, 'dialog'));
  expect(onClose).not.toHaveBeenCalled();

  const message = errorMessage('voucher_used');
  await act(async () => answer({ ok: false, error: { code: 'voucher_used', message } }));
  expect(one(container, '[role=alert]').textContent).toBe(message);
  click(close);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a giveaway's link leads to its page with the code of whoever shared it", async () => {
  claimCode('https://goodies.test/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C?ref=ada4');
  render(<RedeemSheet open onClose={() => undefined} />);
  await act(async () => undefined);
  expect(location.pathname + location.search).toBe('/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C?ref=ADA4');
});

test.each([
  ['4471 9028 86130', '/share?text=4471902886130'],
  ['no code', '/welcome?ref=ADA4'],
])('a visitor who claims %s comes back from the login to %s', async (text, next) => {
  session = 'signed-out';
  history.replaceState(null, '', '/welcome?ref=ADA4');
  claimCode(text);
  render(<RedeemSheet open onClose={() => undefined} />);
  await act(async () => undefined);
  expect(location.pathname).toBe('/login');
  expect(new URLSearchParams(location.search).get('next')).toBe(next);
});
