import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { claimCode } from '../../../shared/payment-vouchers/open-redeem.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { RedeemSheet } from './redeem-sheet.tsx';

let answer: (result: object) => void;
const asked: object[] = [];

let session = 'signed-in';
vi.mock('../../../platform/session/session.ts', () => ({ readSession: async () => session }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (ask: object) =>
    new Promise((resolve) => {
      asked.push(ask);
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

test.each(['no code', '4471 9028 8613', '+2348012345678'])(
  '%s is refused in words, and nothing is asked of the server',
  async (text) => {
    asked.length = 0;
    claimCode(text);
    const { container } = render(<RedeemSheet open onClose={() => undefined} />);
    await act(async () => undefined);
    expect(one(container, '[role=alert]').textContent).toBe('A code has 13 digits');
    expect(asked).toEqual([]);
  },
);

test.each([
  ['4471 9028 86130', '/share?text=4471902886130'],
  ['code: 4471–9028–86130.', '/share?text=4471902886130'],
])('a visitor who claims %s comes back from the login to %s', async (text, next) => {
  session = 'signed-out';
  history.replaceState(null, '', '/welcome?ref=ADA4');
  claimCode(text);
  render(<RedeemSheet open onClose={() => undefined} />);
  await act(async () => undefined);
  expect(location.pathname).toBe('/login');
  expect(new URLSearchParams(location.search).get('next')).toBe(next);
});
