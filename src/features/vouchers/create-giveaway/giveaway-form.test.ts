import { describe, expect, test } from 'vitest';

import { saidOfFields } from '../../../platform/form/use-form.ts';
import {
  checkGiveaway,
  costOf,
  emptyGiveaway,
  entryRuleOf,
  FIELD_OF,
  followPrize,
  followStart,
  newGiveaway,
  type GiveawayForm,
} from './giveaway-form.ts';

const NOW = new Date('2026-11-21T10:00').getTime();
const complete: GiveawayForm = {
  ...emptyGiveaway('NGN'),
  amount: '25000',
  firstViews: '5000',
  secondViews: '10000',
};
const check = (change: Partial<GiveawayForm>) => checkGiveaway({ ...complete, ...change }, NOW);
const errors = (change: Partial<GiveawayForm>) => {
  const result = check(change);
  return result.ok ? {} : result.errors;
};
const fields = (change: Partial<GiveawayForm>) => {
  const result = check(change);
  return result.ok ? result.order : undefined;
};

test('posting costs the prize and a tenth of it, rounded up to a minor unit', () => {
  expect(costOf({ amount: '25000' })).toEqual({ prize: 25_000, fee: 2_500, total: 27_500 });
  expect(costOf({ amount: '0.55' })).toEqual({ prize: 0.55, fee: 0.06, total: 0.61 });
  expect(costOf({ amount: '' })).toBeUndefined();
});

test.each([
  ['NGN', 100],
  ['GHS', 10],
  ['KES', 100],
  ['USD', 0.5],
] as const)('the minimum in %s is %d', (currency, minimum) => {
  expect(errors({ currency, amount: `${minimum}` })).toEqual({});
  expect(errors({ currency, amount: `${minimum - 0.01}` })).toHaveProperty('amount');
});

test('who may guess follows the prize until the creator chooses', () => {
  expect(fields({ amount: '1999' })).toMatchObject({ entry_rule: 'everybody' });
  expect(fields({ amount: '2000' })).toMatchObject({ entry_rule: 'verified' });
  expect(fields({ amount: '2000', entryRule: 'everybody' })).toMatchObject({
    entry_rule: 'everybody',
  });
  expect(fields({ amount: '100', entryRule: 'aged' })).toMatchObject({ entry_rule: 'aged' });
  expect(entryRuleOf(emptyGiveaway('NGN'))).toBe('everybody');
});

describe('what a creator begins with', () => {
  test.each(['NGN', 'GHS', 'KES', 'USD'] as const)('can be posted in %s as it is', (currency) => {
    const begun = newGiveaway(currency, NOW);
    for (const method of ['views', 'time', 'lottery'] as const)
      for (const change of [
        {},
        { maskedDigits: 2 },
        { doesExpire: true },
        { doesStartLater: true, doesExpire: true },
      ] as const)
        expect(checkGiveaway({ ...begun, method, ...change }, NOW).ok).toBe(true);
  });

  test('opens its digits at views that fit the prize, until the creator chooses others', () => {
    const begun = newGiveaway('NGN', NOW);
    expect(begun).toMatchObject({ amount: '100', firstViews: '20', secondViews: '40' });
    const larger = followPrize(begun, { ...begun, amount: '25000' });
    expect(larger).toMatchObject({ firstViews: '5000', secondViews: '10000' });
    expect(followPrize(larger, { ...larger, amount: '' })).toMatchObject({ firstViews: '20' });
    const cedis = followPrize(larger, { ...larger, currency: 'GHS', amount: '10' });
    expect(cedis).toMatchObject({ firstViews: '20', secondViews: '40' });

    const chosen = followPrize(larger, { ...larger, secondViews: '7000' });
    expect(chosen).toMatchObject({ firstViews: '5000', secondViews: '7000' });
    expect(followPrize(chosen, { ...chosen, amount: '100' })).toMatchObject({
      firstViews: '5000',
      secondViews: '7000',
    });
  });

  test('opens at a full hour of the next day', () => {
    const { opensAt } = newGiveaway('NGN', NOW + 1);
    expect(opensAt).toBe('2026-11-22T11:00');
  });
});

describe('a start that is later', () => {
  const begun = newGiveaway('NGN', NOW);
  const startingOn = (startsAt: string, method: GiveawayForm['method'] = 'time') =>
    followStart(begun, { ...begun, method, doesStartLater: true, startsAt }, NOW);

  test('takes along what would come before it, and leaves the rest', () => {
    expect(startingOn('2026-11-21T18:00')).toMatchObject({
      opensAt: begun.opensAt,
      expiresAt: begun.expiresAt,
    });
    expect(startingOn('2026-11-25T18:00')).toMatchObject({
      opensAt: '2026-11-26T18:00',
      expiresAt: begun.expiresAt,
    });
    expect(startingOn('2026-12-04T18:00')).toMatchObject({
      opensAt: '2026-12-05T18:00',
      expiresAt: '2026-12-11T18:00',
    });
  });

  test('takes nothing along while it is typed, or is none', () => {
    for (const startsAt of ['', '0002-12-04T18:00', '2027-11-20T18:00'])
      expect(startingOn(startsAt)).toMatchObject({ opensAt: begun.opensAt });
    const off = { ...begun, startsAt: '2026-12-04T18:00' };
    expect(followStart(begun, off, NOW)).toEqual(off);
  });

  test.each(['views', 'time', 'lottery'] as const)('can be posted by %s', (method) => {
    const sent = checkGiveaway(
      { ...startingOn('2026-12-04T18:00', method), doesExpire: true },
      NOW,
    );
    const starts = new Date('2026-12-04T18:00').toISOString();
    expect(sent).toMatchObject({ ok: true, order: { starts_at: starts } });
    expect(fields({ startsAt: '2026-12-04T18:00' })).not.toHaveProperty('starts_at');
  });

  const later = (startsAt: string) => ({ doesStartLater: true, startsAt });

  test.each([
    ['', false],
    ['2026-11-21T10:05', false],
    ['2026-11-21T10:06', true],
    ['2026-12-21T10:00', true],
    ['2026-12-21T10:01', false],
  ])('on %j is possible: %s', (startsAt, isPossible) => {
    const startProblem = 'Choose a time between 5 minutes and 30 days from now';
    expect(errors(later(startsAt))).toEqual(isPossible ? {} : { startsAt: startProblem });
  });

  test('lies before a digit opens, the draw and the end', () => {
    const start = later('2026-12-04T18:00');
    const after = 'Choose a later time';
    for (const method of ['time', 'lottery'] as const)
      expect(errors({ ...start, method, opensAt: '2026-12-04T18:00' })).toEqual({ opensAt: after });
    const ending = { doesExpire: true, expiresAt: '2026-12-04T18:00' };
    expect(errors({ ...start, ...ending })).toEqual({ expiresAt: after });
  });
});

describe('what is wrong', () => {
  test('an amount below the minimum', () => {
    for (const amount of ['99', ''])
      expect(errors({ amount })).toEqual({ amount: 'Please enter a valid amount (min ₦100)' });
    expect(errors({ amount: '100' })).toEqual({});
  });

  test('a code of their own that is not 13 digits', () => {
    expect(errors({ code: '482910446732' })).toEqual({ code: 'Enter 13 digits, or none' });
    expect(errors({ code: '4829104467320' })).toEqual({});
    expect(fields({ code: '4829104467320' })).toMatchObject({ code: '4829104467320' });
    expect(fields({ code: '' })).not.toHaveProperty('code');
  });

  test('thresholds that are missing or in the wrong order', () => {
    const missing = 'Enter a number of views';
    expect(errors({ firstViews: '', secondViews: '0' })).toEqual({
      firstViews: missing,
      secondViews: missing,
    });
    expect(errors({ secondViews: '5000' })).toEqual({ secondViews: 'Must be more than the first' });
    expect(errors({ maskedDigits: 2, firstViews: '' })).toEqual({});
  });

  test('a draw that is over', () => {
    const message = 'Choose a later time';
    expect(errors({ method: 'lottery', opensAt: '2026-11-21T10:00' })).toEqual({
      opensAt: message,
    });
  });

  test('an end that no moment is chosen for, or that comes before a digit opens', () => {
    expect(errors({ doesExpire: true })).toEqual({ expiresAt: 'Choose a day and a time' });
    const byTime = { method: 'time', opensAt: '2026-11-22T10:00', doesExpire: true } as const;
    const tooSoon = { expiresAt: 'Choose a time after the digit opens' };
    expect(errors({ ...byTime, expiresAt: '2026-11-22T10:00' })).toEqual(tooSoon);
    expect(errors({ ...byTime, expiresAt: '2026-11-22T10:01' })).toEqual({});
    expect(errors({ ...byTime, opensAt: '', expiresAt: '2026-11-22T10:01' })).toEqual({
      opensAt: 'Choose a day and a time',
    });
  });

  test.each(['javascript:alert(1)', 'goodies', 'ftp://x.test'])('the link %s', (adUrl) => {
    const message = 'Enter a web address that starts with https:// or http://';
    expect(errors({ adUrl })).toEqual({ adUrl: message });
  });
});

describe('what is sent', () => {
  test('only the fields of the chosen method', () => {
    expect(fields({})).toMatchObject({ first_reveal_views: 5_000, second_reveal_views: 10_000 });
    expect(fields({ maskedDigits: 2 })).not.toHaveProperty('first_reveal_views');
    const opensAt = '2026-11-22T10:00';
    const lottery = fields({ method: 'lottery', opensAt });
    expect(lottery).toHaveProperty('final_reveal_time', new Date(opensAt).toISOString());
    expect(lottery).not.toHaveProperty('second_reveal_views');
    const byTime = fields({ method: 'time', opensAt });
    expect(byTime).toHaveProperty('remaining_time', new Date(opensAt).getTime());
  });

  test('an end where one was asked for, of a lottery none', () => {
    const end = { doesExpire: true, expiresAt: '2026-12-24T18:00' };
    const sent = { expires_at: new Date(end.expiresAt).toISOString() };
    expect(fields(end)).toMatchObject(sent);
    expect(fields({ ...end, method: 'time', opensAt: '2026-11-22T10:00' })).toMatchObject(sent);
    expect(fields({ ...end, doesExpire: false })).not.toHaveProperty('expires_at');
    const lottery = { method: 'lottery', opensAt: '2026-11-22T10:00' } as const;
    expect(fields({ ...end, ...lottery })).not.toHaveProperty('expires_at');
    expect(errors({ ...lottery, doesExpire: true, expiresAt: '' })).toEqual({});
  });

  test('a network of mobile vouchers only', () => {
    expect(fields({ type: 'mobile', network: ' MTN ' })).toHaveProperty('network', 'MTN');
    expect(fields({ network: 'MTN' })).not.toHaveProperty('network');
  });
});

test("the server's words find their field", () => {
  const fields = {
    ad_url: ['must be a web address'],
    expires_at: ['must be in the future'],
    timezone: ['is unknown'],
  };
  expect(saidOfFields(FIELD_OF, { fields })).toEqual({
    adUrl: 'Must be a web address',
    expiresAt: 'Must be in the future',
  });
});
