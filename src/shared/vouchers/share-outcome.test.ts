import { expect, test } from 'vitest';

import { outcomeText } from './share-outcome.ts';

const own = { confirmed: 0, pending: 0, refused: [] };
const NOBODY = 'Nobody has come yet; coins follow when somebody does';

test.each([
  ['a voucher that the user has not shared', undefined, false, undefined],
  ['a share without a visit', undefined, true, NOBODY],
  [
    'a visit that did not count',
    { ...own, refused: [{ reason: 'own_device' as const, count: 1 }] },
    true,
    NOBODY,
  ],
  [
    'a visit that is not confirmed',
    { ...own, pending: 1 },
    false,
    'Somebody came by your link; coins follow once they are verified, or after a day',
  ],
  [
    'coins that came, whatever is pending',
    { ...own, confirmed: 1, pending: 2 },
    true,
    'Your link brought its 50 coins',
  ],
])('of %s the sharer reads what is true', (_what, shares, wasShared, text) => {
  expect(outcomeText(shares, wasShared)).toBe(text);
});
