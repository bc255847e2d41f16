import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '../../../../../contract/errors.ts';
import type { ExchangeQuote } from '../../../../../contract/wallet/exchange.ts';
import { PROOF_CODES } from '../../../../shared/accounts/pin/proof-codes.ts';
import { checkExchange, emptyExchange, fieldErrors, otherThan } from './exchange-form.ts';
import { INITIAL, nextExchange, type ExchangeState } from './exchange.machine.ts';

const wallet = (currency: 'NGN' | 'GHS' | 'USD', amount: number) => ({
  currency,
  amount,
  fetchedAt: 0,
});

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
    expect(checkExchange({ from: 'NGN', to: 'GHS', amount }, 100)).toEqual({
      ok: false,
      errors: { amount: text },
    });
  });

  it('takes all there is, but into another currency', () => {
    const form = { from: 'NGN', to: 'GHS', amount: '100' } as const;
    expect(checkExchange(form, 100)).toEqual({
      ok: true,
      order: { from: 'NGN', to: 'GHS', amount: 100 },
    });
    expect(checkExchange({ ...form, to: 'NGN' }, 100)).toEqual({
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

const order = { from: 'NGN', to: 'GHS', amount: 1000 } as const;
const quote: ExchangeQuote = {
  ...order,
  quote_id: 'gdx-1',
  gets: 7.92,
  rate: 0.00792,
  market_rate: 0.008,
  spread_bp: 100,
  rate_source: 'live',
  rate_read_at: '2026-11-02T09:00:00Z',
  expires_at: '2026-11-02T09:01:00Z',
  seconds_left: 60,
};
const NOW = 1_800_000_000_000;
const quoted = nextExchange({ phase: 'quoting', order }, { type: 'quoted', quote, nowMs: NOW });
const sending = nextExchange(quoted, { type: 'sent', quote });
const failing = (state: ExchangeState, code: ErrorCode, status?: number): ExchangeState =>
  nextExchange(state, {
    type: 'failed',
    error: { code, message: '', ...(status !== undefined && { status }) },
  });

describe('an exchange', () => {
  it('holds its rate for as long as the server says, by this phone’s clock', () => {
    expect(quoted).toEqual({ phase: 'quoted', quote, untilMs: NOW + 60_000 });
  });

  it('is done with the answer', () => {
    const answer = { reference: 'gdx-1', balances: { NGN: 0, GHS: 7.92 } };
    expect(nextExchange(sending, { type: 'answered', answer })).toMatchObject({ phase: 'done' });
  });

  it('goes back to the form where no quote was given, or the server refused', () => {
    expect(failing({ phase: 'quoting', order }, 'rates_unavailable', 409)).toBe(INITIAL);
    expect(failing(sending, 'insufficient_funds', 422)).toBe(INITIAL);
    expect(failing(sending, 'too_many_requests', 429)).toBe(INITIAL);
  });

  it('that came too late shows that the rate is over', () => {
    expect(failing(sending, 'quote_expired', 409)).toEqual({ phase: 'quoted', quote, untilMs: 0 });
  });

  it.each([
    ['timeout', undefined],
    ['network', undefined],
    ['offline', undefined],
    ['internal', 500],
  ] as const)('is not known to have failed after %s', (code, status) => {
    const unknown = failing(sending, code, status);
    expect(unknown).toMatchObject({ phase: 'unknown', quote });
    // Nor is it once the repeat is refused for another reason than what became of it.
    const repeated = nextExchange(unknown, { type: 'sent', quote });
    expect(failing(repeated, 'too_many_requests', 429)).toMatchObject({ phase: 'unknown' });
  });

  it.each(PROOF_CODES)(
    'stays unknown when its repeat ends with %s and the sheet is closed',
    (code) => {
      const repeated = nextExchange(failing(sending, 'timeout'), { type: 'sent', quote });
      expect(failing(repeated, code, 403)).toMatchObject({ phase: 'unknown' });
      expect(failing(sending, code, 403)).toBe(INITIAL);
    },
  );

  it('hears nothing of an answer that comes too late', () => {
    expect(nextExchange(INITIAL, { type: 'quoted', quote, nowMs: NOW })).toBe(INITIAL);
    const answer = { reference: 'gdx-1', balances: {} };
    expect(nextExchange(quoted, { type: 'answered', answer })).toBe(quoted);
    expect(failing(quoted, 'timeout')).toBe(quoted);
  });
});
