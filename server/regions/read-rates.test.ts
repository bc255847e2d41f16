import { describe, expect, it } from 'vitest';

import { CURRENCIES } from '../../contract/money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import { rateTable } from './read-rates.ts';

describe('the table of rates', () => {
  const table = rateTable(FALLBACK_TO_USD, FALLBACK_FROM_USD);

  it('has every pair, and one for a currency to itself', () => {
    for (const from of CURRENCIES) {
      for (const to of CURRENCIES) expect(table[from][to]).toBeGreaterThan(0);
      expect(table[from][from]).toBe(1);
    }
  });

  it('keeps the rates to and from USD as they are and crosses the others through it', () => {
    expect(table.USD.NGN).toBe(1520);
    expect(table.KES.USD).toBe(0.0078);
    expect(table.KES.GHS).toBe(0.111462);
  });
});
