import { expect, test, vi } from 'vitest';

import { sampleUser, sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { PaymentVoucherView } from './payment-voucher-view.tsx';

const user = sampleUser({ username: 'kofi' });
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { user } }),
}));

const payment = sampleVoucher({ purpose: 'payment', masked_code: '*'.repeat(13), amount: 1_300 });
const used = { ...payment, status: 'used', is_used: true } as const;
const show = (voucher: typeof payment): HTMLElement =>
  render(<PaymentVoucherView voucher={voucher} name={voucher.ulid} />).container;
const linksOf = (container: HTMLElement): (string | null)[][] =>
  [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

test('a used payment voucher names who redeemed it, an open one does not', () => {
  const container = show({ ...used, winner: { username: 'wanjiru', avatar: null } });
  expect(container.textContent).toContain('Redeemed by @wanjiru');
  expect(container.textContent).toContain('Voucher used');
  expect(linksOf(container)).toEqual([]);
  expect(show(payment).textContent).not.toContain('edeemed');
});

test('a user who redeemed it is told so, with the ways to the wallet and the receipt', () => {
  const container = show({ ...used, own_share: 1_300, own_receipt: 'j7' });
  expect(container.textContent).toContain('You redeemed this. ₦1,300 is in your wallet');
  expect(container.textContent).not.toContain('Voucher used');
  expect(linksOf(container)).toEqual([
    ['Open wallet', '/wallet'],
    ['Receipt', '/transactions/j7'],
  ]);
});

test('a document that only names the redeemer is enough to tell the user that it was them', () => {
  const container = show({ ...used, winner: { username: 'kofi', avatar: null } });
  expect(container.textContent).toContain('You redeemed this. ₦1,300 is in your wallet');
  expect(linksOf(container)).toEqual([['Open wallet', '/wallet']]);
});

test('its recipient is told that the money is theirs and claims it without a code', () => {
  const container = show({ ...payment, restrict_recipient: true, is_for_me: true });
  expect(container.querySelector('h1')?.textContent).toBe(
    `₦1,300 from @${payment.creator} is yours`,
  );
  expect(container.textContent).toContain('Only you can claim it');
  expect([...container.querySelectorAll('button')].map((one) => one.textContent)).toContain(
    'Claim ₦1,300',
  );
});

test('a stranger is asked for the code, and its recipient hears that it was taken back', () => {
  const other = show({ ...payment, restrict_recipient: true, is_for_me: false });
  expect(other.textContent).not.toContain('is yours');
  expect(other.textContent).toContain('Enter its code');
  const back = show({
    ...payment,
    status: 'cancelled',
    restrict_recipient: true,
    is_for_me: true,
  });
  expect(back.textContent).toContain(`@${payment.creator} took the money back`);
  expect(back.textContent).not.toContain('is yours');
});
