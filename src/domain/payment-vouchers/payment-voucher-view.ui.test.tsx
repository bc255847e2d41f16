import { expect, test } from 'vitest';

import { sampleVoucher } from '../../../local/testing/samples.ts';
import { render } from '../../ui/test-render.ts';
import { PaymentVoucherView } from './payment-voucher-view.tsx';

const payment = sampleVoucher({ purpose: 'payment', masked_code: '*'.repeat(13) });
const textOf = (voucher: typeof payment): string =>
  render(<PaymentVoucherView voucher={voucher} name={voucher.ulid} />).container.textContent;

test('a used payment voucher names who redeemed it, an open one does not', () => {
  const winner = { username: 'kofi', avatar: null };
  const used = textOf({ ...payment, status: 'used', is_used: true, winner });
  expect(used).toContain('Redeemed by @kofi');
  expect(used).toContain('Voucher used');
  expect(textOf(payment)).not.toContain('Redeemed');
});
