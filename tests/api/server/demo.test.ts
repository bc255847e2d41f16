import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { REVEAL_METHODS, VOUCHER_TYPES } from '../../../contract/vouchers.ts';
import { ENTRY_RULES } from '../../../contract/vouchers/entry-rule.ts';
import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../../server/sandbox/demo/seed-people.ts';
import { listDemoLogins, seedDemo } from '../../../server/sandbox/demo/seed-demo.ts';
import { pathsOf } from '../../../server/media/ingest-cover.ts';
import { startTestApp, type TestApp } from '../../fixtures/api/test-app.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();

beforeAll(async () => {
  expect(await seedDemo(test.deps)).toBe(true);
});

const allVouchers = () => test.deps.db.select().from(vouchers);
const fileOf = ({ deps }: TestApp, path: string): string =>
  join(deps.config.dataDir, 'covers', path);
const countUsers = async (app: TestApp): Promise<number> => app.deps.db.$count(users);

describe('demo accounts', () => {
  it.each(DEMO_ACCOUNTS)('lets %s in, verified and with money', async (email) => {
    const login = await test.call('POST', '/api/login', {
      body: { email, password: DEMO_PASSWORD },
    });
    expect(login.status).toBe(200);
    expect(login.body['user']).toMatchObject({ email, email_verified: true });
    const balances = await test.call('GET', '/wallet/balances', { token: login.body['token'] });
    const { data } = JSON.parse(balances.text) as BalancesAnswer;
    const wallets = Object.values(data.wallets);
    expect(wallets.some(({ amount }) => amount > 0)).toBe(true);
  });

  it('are told at each start while they are there', async () => {
    expect(await listDemoLogins(test.deps.db)).toEqual(DEMO_ACCOUNTS);
  });

  it('has one premium user', async () => {
    const premium = await test.deps.db
      .select({ username: users.username })
      .from(users)
      .where(sql`${users.premiumUntil} is not null`);
    expect(premium).toEqual([{ username: 'wanjiru' }]);
  });
});

describe('demo giveaways', () => {
  it('show each reveal method, type and currency, on more than one page', async () => {
    const listed = (await allVouchers()).filter(
      ({ status, isPrivate }) => status === 'active' && !isPrivate,
    );
    expect(listed.length).toBeGreaterThan(12);
    expect(new Set(listed.map((voucher) => voucher.revealMethod))).toEqual(new Set(REVEAL_METHODS));
    expect(new Set(listed.map((voucher) => voucher.entryRule))).toEqual(new Set(ENTRY_RULES));
    expect(new Set(listed.map((voucher) => voucher.type))).toEqual(new Set(VOUCHER_TYPES));
    expect(new Set(listed.map((voucher) => voucher.currency))).toEqual(
      new Set(['NGN', 'GHS', 'KES']),
    );
    for (const { type, network } of listed) expect(network === 'N/A').toBe(type !== 'mobile');
  });

  it('have opened the digits that their views reached', async () => {
    for (const voucher of await allVouchers()) {
      if (voucher.revealMethod !== 'views' || voucher.status !== 'active') continue;
      const { views, firstRevealViews: first, secondRevealViews: second, maskedDigits } = voucher;
      const reached = [first, second].filter((target) => target !== null && views >= target).length;
      expect(voucher.maskedCode.split('*')).toHaveLength(maskedDigits - reached + 1);
    }
  });

  it('wear pictures and one film with a poster, with a preview, every file of which is stored', async () => {
    const covers = (await allVouchers()).flatMap(({ cover }) => cover ?? []);
    expect(covers.filter(({ media }) => media === 'video')).toHaveLength(1);
    for (const cover of covers) {
      expect(cover.variants.length).toBeGreaterThan(1);
      expect(cover.preview).toEqual(expect.any(String));
      for (const path of pathsOf(cover)) expect(existsSync(fileOf(test, path))).toBe(true);
    }
  });

  it('have winners who were paid, and history in the past', async () => {
    const won = (await allVouchers()).filter(({ status }) => status === 'completed');
    expect(won.length).toBeGreaterThan(2);
    for (const { winnerId, completedAt, createdAt } of won) {
      expect(winnerId).not.toBeNull();
      expect(completedAt?.getTime()).toBeGreaterThan(createdAt.getTime());
      expect(completedAt?.getTime()).toBeLessThan(test.clock.now());
    }
  });

  it('are planted once', async () => {
    const before = await countUsers(test);
    expect(await seedDemo(test.deps)).toBe(false);
    expect(await countUsers(test)).toBe(before);
  });
});

describe('planting', () => {
  it('leaves nothing behind when it fails half way, and works the next time', async () => {
    const fresh = await startTestApp();
    const stored = new Set<string>();
    const { covers } = fresh.deps;
    const failing = {
      ...covers,
      async put(path: string, bytes: Buffer): Promise<void> {
        if (stored.size > 12) throw new Error('the disk is full');
        stored.add(path);
        await covers.put(path, bytes);
      },
    };
    await expect(seedDemo({ ...fresh.deps, covers: failing })).rejects.toMatchObject({
      cause: { message: 'the disk is full' },
    });
    expect(await countUsers(fresh)).toBe(0);
    for (const path of stored) expect(existsSync(fileOf(fresh, path))).toBe(false);
    expect(await seedDemo(fresh.deps)).toBe(true);
    await fresh.close();
  });

  it('leaves a database with users alone', async () => {
    const used = await startTestApp();
    const [ada] = await test.deps.db.select().from(users).where(eq(users.username, 'ada'));
    if (!ada) throw new Error('ada is missing');
    const { id: _, ...person } = ada;
    const other = { username: 'first_user', email: 'first@goodies.test' };
    await used.deps.db.insert(users).values({ ...person, ...other });
    expect(await seedDemo(used.deps)).toBe(false);
    expect(await countUsers(used)).toBe(1);
    expect(await listDemoLogins(used.deps.db)).toEqual([]);
    await used.close();
  });
});
