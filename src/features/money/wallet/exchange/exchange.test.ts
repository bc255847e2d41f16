import { describe, expect, it } from 'vitest';

import { checkExchange, emptyExchange, fieldErrors, otherThan } from './exchange-form.ts';

const wallet = (currency: 'NGN' | 'GHS' | 'USD', amount: number) => ({
  currency,
  amount,
  fetchedAt: 0,
});

const ALL = { balance: 100, held: [] };

describe('the form', () => {
  it('begins with the own currency, or with one that has money', () => {
    expect(emptyExchange('NGN', [wallet('NGN', 5), wallet('GHS', 9)])).toEqual({
      from: 'NGN',
      to: 'GHS',
      amount: '',
    });
    expect(emptyExchange('NGN', [wallet('NGN', 0), wallet('GHS', 9)])).toMatchObject({
      from: 'GHS',
      to: 'NGN',
    });
    expect(emptyExchange('NGN', [])).toMatchObject({ from: 'NGN', to: 'GHS' });
    expect(otherThan('USD', 'KES')).toBe('KES');
  });

  it.each([
    ['', 'Please enter a valid amount'],
    ['0', 'Please enter a valid amount'],
    ['100.01', 'Insufficient wallet balance'],
  ])('does not take %j of 100', (amount, text) => {
    expect(checkExchange({ from: 'NGN', to: 'GHS', amount }, ALL)).toEqual({
      ok: false,
      errors: { amount: text },
    });
  });

  it('takes all there is, but into another currency', () => {
    const form = { from: 'NGN', to: 'GHS', amount: '100' } as const;
    expect(checkExchange(form, ALL)).toEqual({
      ok: true,
      order: { from: 'NGN', to: 'GHS', amount: 100 },
    });
    expect(checkExchange({ ...form, to: 'NGN' }, ALL)).toEqual({
      ok: false,
      errors: { to: 'Choose two different currencies' },
    });
  });

  it('shows the server’s words beside the field that they are about', () => {
    expect(fieldErrors({ code: 'exchange_short', message: 'less' })).toEqual({ amount: 'less' });
    expect(fieldErrors({ code: 'same_currency', message: 'two' })).toEqual({ to: 'two' });
    expect(fieldErrors({ code: 'rates_unavailable', message: 'none' })).toEqual({});
  });
});
