import { describe, expect, it } from 'vitest';

import { ACCOUNT_AGED_MS } from '../constants.ts';
import { agedAtMs, defaultEntryRule, ENTRY_RULES, entryRefusal } from './entry-rule.ts';

describe('an entry rule', () => {
  it.each([
    ['everybody', false, false, undefined],
    ['verified', false, true, 'guess_unverified'],
    ['verified', true, false, undefined],
    ['aged', false, false, 'guess_unverified'],
    ['aged', false, true, 'guess_unverified'],
    ['aged', true, false, 'guess_too_new'],
    ['aged', true, true, undefined],
    [undefined, false, false, undefined],
  ] as const)('%s of an account verified %s, aged %s: %s', (rule, isVerified, isAged, code) => {
    expect(entryRefusal(rule, { isVerified, isAged })).toBe(code);
  });

  it('takes an account as old enough so long after it was made', () => {
    expect(agedAtMs(1_000)).toBe(1_000 + ACCOUNT_AGED_MS);
  });

  it.each(ENTRY_RULES)('%s takes a verified account that is old enough', (rule) => {
    expect(entryRefusal(rule, { isVerified: true, isAged: true })).toBeUndefined();
  });

  it.each([
    ['NGN', 200_000n],
    ['GHS', 20_000n],
    ['KES', 200_000n],
    ['USD', 1_000n],
  ] as const)('asks for verified people in %s from %s minor units on', (currency, fromMinor) => {
    expect(defaultEntryRule(fromMinor, currency)).toBe('verified');
    expect(defaultEntryRule(fromMinor - 1n, currency)).toBe('everybody');
  });
});
