import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Admin, MANDATE } from '../../fixtures/api/admin.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { settlementsOf, standingOf } from '../../fixtures/api/settlements.ts';

const test = setUpApp();
const admin = new Admin(test);
const folder = mkdtempSync(path.join(tmpdir(), 'goodies-settlements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = 'gateway,id,currency,gross,fee,net,date';
function fileOf(...lines: readonly string[]): string {
  const file = path.join(folder, `day-${test.round}.csv`);
  writeFileSync(file, [...lines, ''].join('\r\n'));
  return file;
}

beforeAll(async () => {
  await addPerson(test.deps, 'ada', { walletMinor: 1_000_000n });
  await addPerson(test.deps, 'wanjiru', { region: 'kenya', walletMinor: 500_000n });
});

describe('settlements by hand', () => {
  it('are booked from a file, once, and written down', async () => {
    const file = fileOf(
      `\u{feff}${HEAD}`,
      'mpesa,QK/1.1,KES,3000,30.50,2969.5,2026-11-02',
      'paystack,99,NGN,1000.00,0,1000.00,2026-11-01',
    );
    expect(await admin.run(`settlement ${file}`)).toEqual(['2 booked, 0 booked before']);
    expect(await standingOf(test.deps, 'mpesa', 'KES')).toEqual({
      held: 200_000n,
      bank: 296_950n,
      fees: 3_050n,
    });
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'settlement',
      subject: `settlements:${path.basename(file)}`,
      outcome: '2 booked, 0 booked before',
    });
    expect(await admin.run(`settlement ${file}`)).toEqual(['0 booked, 2 booked before']);
    expect(await standingOf(test.deps, 'paystack')).toMatchObject({ bank: 100_000n, fees: 0n });
    expect(await settlementsOf(test.deps, 'mpesa')).toMatchObject([
      { externalId: 'QK/1.1', source: 'csv', difference: null, settledOn: '2026-11-02' },
    ]);
  });

  const good = 'paystack,100,NGN,10,1,9,2026-11-02';
  it.each([
    ['other columns', ['id,gross', good], 'line 1: the columns are gateway,id'],
    ['no lines', [HEAD], 'the file has no settlement'],
    ['too few values', [HEAD, good, 'paystack,101,NGN,10'], 'line 3: 4 values instead of 7'],
    [
      'a thousands separator',
      [HEAD, 'paystack,1,NGN,"1,000",0,1000,2026-11-02'],
      'line 2: 8 values',
    ],
    ['half a kobo', [HEAD, 'paystack,1,NGN,10.005,0,10.005,2026-11-02'], 'line 2: gross, fee'],
    ['a negative fee', [HEAD, 'paystack,1,NGN,9,-1,10,2026-11-02'], 'line 2: gross, fee and net'],
    [
      'sums that differ',
      [HEAD, good, '', 'paystack,1,NGN,10,1,8,2026-11-02'],
      'line 4: gross is not',
    ],
    ['nothing', [HEAD, 'paystack,1,NGN,0,0,0,2026-11-02'], 'line 2: gross is nothing'],
    ['another currency', [HEAD, 'paystack,1,EUR,10,1,9,2026-11-02'], 'line 2: currency EUR'],
    ['no name', [HEAD, ',1,NGN,10,1,9,2026-11-02'], 'line 2: gateway  is no name'],
    ['no number', [HEAD, 'paystack,,NGN,10,1,9,2026-11-02'], 'line 2: id has'],
    ['no day', [HEAD, 'paystack,1,NGN,10,1,9,2026-02-30'], 'line 2: date 2026-02-30 is not'],
    [
      'tomorrow',
      [HEAD, 'paystack,1,NGN,10,1,9,2026-11-03'],
      'line 2: date 2026-11-03 has not come',
    ],
    [
      'a misspelt gateway',
      [HEAD, good, 'paystak,1,NGN,10,1,9,2026-11-02'],
      'line 3: paystak never',
    ],
    [
      'two of one number',
      [HEAD, good, 'paystack,100,NGN,9,0,9,2026-11-01'],
      'line 3: paystack 100',
    ],
    ['too many lines', [HEAD, ...Array.from({ length: 401 }, () => good)], 'at most 400'],
  ])('with %s change nothing', async (_what, lines, words) => {
    const before = await standingOf(test.deps, 'paystack');
    const written = await admin.countActions();
    await expect(admin.run(`settlement ${fileOf(...lines)}`)).rejects.toThrow(words);
    expect(await standingOf(test.deps, 'paystack')).toEqual(before);
    expect(await admin.countActions()).toBe(written);
  });

  it('name every line that is wrong', async () => {
    const file = fileOf(HEAD, 'a', good, 'b');
    await expect(admin.run(`settlement ${file}`)).rejects.toThrow(/line 2: .*\nline 4: /);
    await expect(admin.run('settlement /nowhere.csv')).rejects.toThrow(
      '/nowhere.csv cannot be read',
    );
  });
});
