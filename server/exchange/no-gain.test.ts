import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES, type Currency } from '../../contract/money.ts';
import { exchangedMinor } from '../../contract/payments/fees.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import { rateTable, type RateTable } from '../regions/rates.ts';

const give = (table: RateTable, amount: bigint, from: Currency, to: Currency): bigint =>
  from === to ? amount : exchangedMinor(amount, table[from][to]);

const perUsd = fc.double({ min: 0.01, max: 5_000, noNaN: true });
const tables = fc.oneof(
  fc.constant(rateTable(FALLBACK_TO_USD, FALLBACK_FROM_USD)),
  fc.tuple(perUsd, perUsd, perUsd).map(([NGN, GHS, KES]) => {
    const fromUsd = { NGN, GHS, KES, USD: 1 };
    return rateTable({ NGN: 1 / NGN, GHS: 1 / GHS, KES: 1 / KES, USD: 1 }, fromUsd);
  }),
);
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1n, max: 1_000_000_000_000n }),
);
const currency = fc.constantFrom(...CURRENCIES);
const SCALE = 10n ** 18n;

describe('an exchange, at any rates', () => {
  it('gains nobody anything, on whatever way money comes back to where it was', () => {
    fc.assert(
      fc.property(
        tables,
        amounts,
        currency,
        fc.array(currency, { minLength: 1, maxLength: 5 }),
        (table, amount, home, way) => {
          let [held, at] = [amount, home];
          for (const next of [...way, home]) {
            held = give(table, held, at, next);
            at = next;
          }
          const hasMoved = way.some((stop) => stop !== home);
          expect(hasMoved ? held < amount : held === amount).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('never gives more than the amount is worth less the spread, and less than a minor unit below it', () => {
    fc.assert(
      fc.property(tables, amounts, currency, currency, (table, amount, from, to) => {
        fc.pre(from !== to);
        const rate = BigInt(Math.round(table[from][to] * 1e9));
        // What it is worth × 10^18, to nine places of the rate.
        const worth = (amount * rate * 99n * SCALE) / (100n * 1_000_000_000n);
        const slack = (amount * SCALE) / 500_000_000n + SCALE;
        const given = give(table, amount, from, to) * SCALE;
        expect(given <= worth + (amount * SCALE) / 1_000_000_000n).toBe(true);
        expect(given > worth - slack).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
