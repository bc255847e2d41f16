import { expect, test } from 'vitest';

import {
  receiptFacts,
  receiptLine,
  receiptName,
  receiptText,
  signedAmount,
  statusNote,
  type KnownTransaction,
} from './receipt-facts.ts';
import { sampleTransaction } from '../../../../local/testing/samples.ts';

const line: KnownTransaction = {
  ...sampleTransaction({
    transaction_type: 'voucher_payment',
    status: 'completed',
    amount: 5_100.5,
    reference: 'gdv-91c0',
    description: 'Payment voucher',
    payment_method: 'wallet',
    created_at: new Date(2026, 10, 20, 14, 5).toISOString(),
  }),
  fetchedAt: 1,
};
const receipt: KnownTransaction = {
  ...line,
  from: { name: 'Your wallet', detail: 'NGN' },
  to: { name: 'Voucher', detail: null },
  lines: [
    { label: 'Amount', amount: 5_000.5 },
    { label: 'Fee', amount: 100 },
  ],
};

test('a receipt says when, from whom to whom, and what the amount is made of', () => {
  expect(receiptFacts(receipt)).toEqual([
    { label: 'Date', value: '20 November 2026, 14:05' },
    { label: 'From', value: 'Your wallet, NGN' },
    { label: 'To', value: 'Voucher' },
    { label: 'Method', value: 'Wallet' },
    { label: 'Amount', value: '₦5,000.50', kind: 'amount' },
    { label: 'Fee', value: '₦100', kind: 'amount' },
    { label: 'Reference', value: 'gdv-91c0', kind: 'id' },
  ]);
  expect(signedAmount(receipt)).toBe('−₦5,100.50');
});

test('of an exchange shows both sides and the rate', () => {
  const exchange: KnownTransaction = {
    ...line,
    transaction_type: 'exchange',
    amount: 1000,
    payment_method: null,
    from: { name: 'Your wallet', detail: 'NGN' },
    to: { name: 'Your wallet', detail: 'GHS' },
    entries: [
      { currency: 'NGN', amount: -1000 },
      { currency: 'GHS', amount: 7.92 },
    ],
  };
  expect(receiptFacts(exchange)).toEqual(
    expect.arrayContaining([
      { label: 'From', value: 'Your wallet, NGN' },
      { label: 'To', value: 'Your wallet, GHS' },
      { label: 'Gave', value: '₦1,000', kind: 'amount' },
      { label: 'Got', value: 'GH₵7.92', kind: 'amount' },
      { label: 'Rate', value: 'GH₵1 = ₦126.263', kind: 'amount' },
    ]),
  );
});

test('with only the line of the statement it says less', () => {
  expect(receiptFacts({ ...line, payment_method: null }).map(({ label }) => label)).toEqual([
    'Date',
    'Reference',
  ]);
});

test('of a top-up by card says from when it can be withdrawn, until then', () => {
  const until = new Date(2100, 0, 2, 14, 5).toISOString();
  const topUp = {
    ...line,
    transaction_type: 'wallet_topup',
    hold: { until, because: 'it was paid by card' },
  } as const;
  const fact = { label: 'Can be withdrawn from', value: '2 January 2100, 14:05' };
  expect(receiptFacts(topUp)).toContainEqual(fact);
  const over = { ...topUp, hold: { ...topUp.hold, until: line.created_at } };
  expect(receiptFacts(over).map(({ label }) => label)).not.toContain(fact.label);
  expect(receiptFacts({ ...topUp, transaction_type: 'voucher_win' })).toContainEqual({
    label: 'Held until',
    value: '2 January 2100, 14:05, because it was paid by card',
  });
});

test('as text it can be sent', () => {
  expect(receiptText({ ...line, payment_method: null })).toBe(
    [
      'Goodies receipt',
      'Payment voucher: −₦5,100.50',
      'Status: Completed',
      'Date: 20 November 2026, 14:05',
      'Reference: gdv-91c0',
    ].join('\n'),
  );
});

test('its picture has a name of its own, and a line that says what it is', () => {
  expect(receiptName({ reference: 'gdv/../91c0' })).toBe('goodies-receipt-gdv91c0.png');
  expect(receiptLine(line)).toBe(
    'Goodies receipt: Payment voucher, −₦5,100.50. Reference gdv-91c0',
  );
});

test('only what is not completed needs explaining, and money that is held is never called failed', () => {
  const note = (status: KnownTransaction['status']) =>
    statusNote({ ...line, transaction_type: 'withdrawal', status });
  expect(note('completed')).toBeUndefined();
  expect(note('pending')).toContain('is held');
  expect(note('processing')).toContain('has left your wallet');
  expect(note('failed')).toBe('The withdrawal failed. The money is back in your wallet.');
});

test('what is on its way says when that ends, also without a network', () => {
  const note = (changes: Partial<KnownTransaction>) => statusNote({ ...line, ...changes });
  const bill = { transaction_type: 'bill' } as const;
  const by = 'Delivered, or refunded, by 21 Nov, 14:05.';
  expect(note({ ...bill, status: 'pending' })).toContain(by);
  expect(note({ ...bill, status: 'processing' })).toContain(by);
  expect(note({ ...bill, status: 'failed' })).not.toContain(by);
  expect(note({ transaction_type: 'wallet_topup', status: 'pending' })).not.toContain('refunded');
});

test('a prepaid bill shows the token for its meter', () => {
  const paid: KnownTransaction = {
    ...receipt,
    transaction_type: 'bill',
    token: '12345678901234567890',
  };
  expect(receiptFacts(paid)).toContainEqual({
    label: 'Token',
    value: '1234 5678 9012 3456 7890',
  });
});

test.each([
  ['pending', 'It is not known yet whether this was delivered. The money is held until it is.'],
  ['processing', 'The provider is working on it. The money has left your wallet.'],
  ['failed', 'The purchase failed. The money is back in your wallet.'],
] as const)('airtime that is %s says where the money is', (status, note) => {
  expect(statusNote({ ...line, transaction_type: 'airtime', status })).toContain(note);
});
