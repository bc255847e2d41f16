import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { WRONG_CODES_WINDOW_MS } from '../../../contract/constants.ts';
import { WRONG_CODES_ALARM } from '../../../server/vouchers/look-up-code.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import { dateOf } from '../../../server/clock.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { newCode } from '../../fixtures/api/giveaways.ts';

const test = setUpApp({ env: { TRUST_PROXY: '1' } });
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 500_000n },
  kofi: {},
});

beforeEach(async () => {
  await test.deps.db.delete(rateLimits);
});

describe('wrong codes', () => {
  const wrongOnes = async (person: Person, count: number, address?: string): Promise<number[]> => {
    const replies = [];
    for (let n = 0; n < count; n += 1)
      replies.push((await redeem(test, person, newCode(), address ? { address } : {})).status);
    return replies;
  };
  const tenWrong = Array.from({ length: 10 }, () => 404);
  /** As if so many wrong codes had come from elsewhere. */
  async function setEverywhere(hits: number): Promise<void> {
    const key = 'wrong-codes:everywhere';
    const windowStart = new Date(
      Math.floor(test.clock.now() / WRONG_CODES_WINDOW_MS) * WRONG_CODES_WINDOW_MS,
    );
    await test.deps.db.delete(rateLimits).where(eq(rateLimits.key, key));
    await test.deps.db.insert(rateLimits).values({ key, windowStart, hits });
  }

  it('are ten of one person in 15 minutes, from wherever; then no code is taken', async () => {
    const { code } = await openVoucher(test, ada);
    expect(await wrongOnes(kofi, 5, '10.0.0.1')).toEqual(tenWrong.slice(0, 5));
    expect(await wrongOnes(kofi, 6, '10.0.0.2')).toEqual([...tenWrong.slice(0, 5), 429]);
    const right = await redeem(test, kofi, code, { address: '10.0.0.3' });
    expectFailure(right, 429, 'too_many_requests');
    const seconds = Number(right.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    test.clock.advance(seconds * 1000);
    expect((await redeem(test, kofi, code, { address: '10.0.0.3' })).status).toBe(200);
  });

  it('are none that is no code: it is refused in words and not counted', async () => {
    const { code } = await openVoucher(test, ada);
    for (const text of ['12', '4471 9028 8613', '44719028861301', 'no code', '+2348012345678'])
      for (let n = 0; n < 3; n += 1) {
        const reply = await redeem(test, kofi, text, { address: '10.0.0.9' });
        expectFailure(reply, 422, 'code_malformed');
        expect(reply.body['message']).toBe('A code has 13 digits');
      }
    const rows = await test.deps.db.select().from(rateLimits);
    expect(rows.filter(({ key }) => key.startsWith('wrong-codes'))).toEqual([]);
    expect((await redeem(test, kofi, code, { address: '10.0.0.9' })).status).toBe(200);
  });

  it.each([
    ['dashes', (code: string) => `${code.slice(0, 4)}–${code.slice(4, 8)}–${code.slice(8)}`],
    [
      'dots and slashes',
      (code: string) => `${code.slice(0, 4)}.${code.slice(4, 8)}/${code.slice(8)}`,
    ],
    ['zero-width spaces', (code: string) => [...code].join('\u200B')],
    ['words', (code: string) => `code: ${code}.`],
    [
      'Arabic digits',
      (code: string) =>
        code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    ],
  ])('are none where the right code comes with %s', async (_what, write) => {
    const { code } = await openVoucher(test, ada);
    const reply = await redeem(test, kofi, write(code));
    expect(reply.status, reply.text).toBe(200);
  });

  it('are ten of one network, for its visitors and people together, also by opening links', async () => {
    const { code } = await openVoucher(test, ada);
    const address = { 'x-forwarded-for': '10.0.1.1' };
    for (let n = 0; n < 6; n += 1) {
      const reply = await test.call('GET', `/vouchers/${newCode()}`, { headers: address });
      expectFailure(reply, 404, 'voucher_removed');
    }
    expect(await wrongOnes(kofi, 4, '10.0.1.1')).toEqual(tenWrong.slice(0, 4));
    const blocked = await test.call('GET', `/vouchers/${code}`, { headers: address });
    expectFailure(blocked, 429, 'too_many_requests');
    const refused = await redeem(test, kofi, code, { address: '10.0.1.1' });
    expectFailure(refused, 429, 'too_many_requests');
  });

  it('of others leave a person of the same network one try of their own', async () => {
    const { code } = await openVoucher(test, ada);
    await wrongOnes(kofi, 10, '10.0.1.3');
    expect(await wrongOnes(ada, 2, '10.0.1.3')).toEqual([404, 429]);
    const uche = await addPerson(test.deps, `uche_${test.round}`);
    expect((await redeem(test, uche, code, { address: '10.0.1.3' })).status).toBe(200);
  });

  it('on another device of a person do not lock them out of their own session', async () => {
    const { code } = await openVoucher(test, ada);
    const session = { userId: kofi.userId, remember: true, userAgent: 'lost phone' };
    const token = await createSession(test.deps.db, { ...session, now: dateOf(test.clock) });
    const lostPhone: Person = { ...kofi, userId: kofi.userId, token };
    expect(await wrongOnes(lostPhone, 11, '10.0.1.4')).toEqual([...tenWrong, 429]);
    for (const address of ['10.0.1.4', '10.0.1.5'])
      expect((await redeem(test, kofi, code, { address })).status).toBe(200);
  });

  it('of IPv6 are counted by the first 64 bits', async () => {
    for (let n = 0; n < 10; n += 1) {
      const headers = { 'x-forwarded-for': `2c0f:f5c0:1:2::${n + 1}` };
      const reply = await test.call('GET', `/vouchers/${newCode()}`, { headers });
      expectFailure(reply, 404, 'voucher_removed');
    }
    const next = (address: string): Promise<Reply> =>
      test.call('GET', `/vouchers/${newCode()}`, { headers: { 'x-forwarded-for': address } });
    expectFailure(await next('2c0f:f5c0:1:2:9::1'), 429, 'too_many_requests');
    expectFailure(await next('2c0f:f5c0:1:3::1'), 404, 'voucher_removed');
  });

  it('of forged addresses are counted by the one that the proxy saw', async () => {
    const ask = (n: number): Promise<Reply> =>
      test.call('GET', `/vouchers/${newCode()}`, {
        headers: { 'x-forwarded-for': `10.9.9.${n}, 10.0.1.6` },
      });
    for (let n = 0; n < 10; n += 1) expectFailure(await ask(n), 404, 'voucher_removed');
    expectFailure(await ask(10), 429, 'too_many_requests');
  });

  it('of everybody together ring an alarm, slow each look-up down and leave fewer tries', async () => {
    const { code } = await openVoucher(test, ada);
    const rang: unknown[][] = [];
    const { log } = test.deps;
    const warn = vi.spyOn(log, 'warn').mockImplementation((...said) => void rang.push(said));
    await setEverywhere(WRONG_CODES_ALARM - 2);
    expect(await wrongOnes(kofi, 3, '10.0.1.7')).toEqual(tenWrong.slice(0, 3));
    warn.mockRestore();
    const windowMs = WRONG_CODES_WINDOW_MS;
    expect(rang).toEqual([
      [{ wrongCodes: WRONG_CODES_ALARM, windowMs }, expect.stringContaining('many wrong codes')],
    ]);
    const metrics = await test.call('GET', 'root:/metrics');
    expect(metrics.text).toContain(`\nwrong_codes ${WRONG_CODES_ALARM + 1}\n`);

    await setEverywhere(WRONG_CODES_ALARM + 10);
    const startedAt = performance.now();
    expect((await redeem(test, ada, code, { address: '10.0.1.8' })).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(90);
    await setEverywhere(WRONG_CODES_ALARM);
    expect(await wrongOnes(ada, 6, '10.0.1.8')).toEqual([...tenWrong.slice(0, 5), 429]);
  });

  it('are no more in a burst than in a row', async () => {
    const burst = await Promise.all(
      Array.from({ length: 40 }, () => redeem(test, kofi, newCode(), { address: '10.0.2.1' })),
    );
    expect(burst.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('do not keep a repeated request from its first answer', async () => {
    const { code } = await openVoucher(test, ada);
    const options = { key: `redeemed-${test.round}`, address: '10.0.1.9' };
    const first = await redeem(test, kofi, code, options);
    await wrongOnes(kofi, 11, '10.0.1.9');
    const again = await redeem(test, kofi, code, options);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const refused = await redeem(test, kofi, code, { address: '10.0.1.9' });
    expectFailure(refused, 429, 'too_many_requests');
  });

  it('are not right ones, however many there are', async () => {
    const { code } = await openVoucher(test, ada);
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => redeem(test, kofi, code, { address: '10.0.3.1' })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await walletOf(test, kofi)).toBe(1000);
  });
});
