import { describe, expect, it } from 'vitest';

import { json } from '../../local/testing/fake-environment.ts';
import { SINGLE } from '../../local/rows.ts';
import { NOW, workerFixture } from '../testing/worker-fixture.ts';

async function fixture(rates?: Record<string, Record<string, number>>, source = 'live' as const) {
  const { api, db } = workerFixture(() => json(500, {}));
  if (rates)
    await db.rates.put({
      key: SINGLE,
      rates,
      source,
      updatedAt: '2026-11-20T08:00:00Z',
      fetchedAt: NOW,
    });
  return { api };
}
const RATES = { NGN: { GHS: 0.008 }, GHS: { NGN: 125 } };
const valueOf = <T>(result: { ok: boolean; value?: T }): T | undefined => result.value;

describe('amounts', () => {
  it('are converted at the rates of the device, to a minor unit, each in its place', async () => {
    const { api } = await fixture(RATES);
    expect(
      valueOf(
        await api.convertAmounts([
          { amount: '1000', from: 'NGN', to: 'GHS' },
          { amount: 0.01, from: 'GHS', to: 'NGN' },
        ]),
      ),
    ).toEqual([
      { gets: 8, rate: 0.008, isMissing: false },
      { gets: 1.25, rate: 125, isMissing: false },
    ]);
  });

  it.each(['', '.', 'abc', '1.234'])('are 0 for %j, which is none', async (amount) => {
    const { api } = await fixture(RATES);
    const [converted] =
      valueOf(await api.convertAmounts([{ amount, from: 'NGN', to: 'GHS' }])) ?? [];
    expect(converted?.gets).toBe(0);
  });

  it('stand on the rates built in where there is none, which is said once others are known', async () => {
    const asked = [{ amount: '1000', from: 'NGN', to: 'USD' }] as const;
    for (const rates of [RATES, undefined])
      expect(valueOf(await (await fixture(rates)).api.convertAmounts(asked))).toEqual([
        { gets: 0.66, rate: 0.00066, isMissing: rates !== undefined },
      ]);
  });

  it('are summed up in one currency', async () => {
    const { api } = await fixture({ GHS: { NGN: 106.4 }, USD: { NGN: 1520 } });
    const wallets = [
      { amount: 10, from: 'GHS' },
      { amount: 2_500, from: 'NGN' },
    ] as const;
    expect(valueOf(await api.sumAmounts(wallets, 'NGN'))).toBe(3_564);
    expect(valueOf(await api.sumAmounts([{ amount: 1, from: 'USD' }], 'NGN'))).toBe(1_520);
  });
});
