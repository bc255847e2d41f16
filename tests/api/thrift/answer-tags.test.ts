import { createHash } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { notifications } from '../../../server/db/schema/notifications.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { openVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { fillWallet, type Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 9_000_000n }, kofi: {} });
const topups = new Topups(test);

interface Asked {
  readonly status: number;
  readonly tag: string;
  /** What the device has afterwards. */
  readonly body: unknown;
}

/** Asks as the app does, and once more without an ETag: both have to know the same. */
async function ask(path: string, { token }: Person, cached?: Asked): Promise<Asked> {
  const headers = cached && { 'if-none-match': cached.tag };
  const reply = await test.call('GET', path, { token, ...(headers && { headers }) });
  const whole = await test.call('GET', path, { token });
  const body = reply.status === 304 ? cached?.body : reply.body;
  expect(body, `${reply.status} ${reply.text}`).toEqual(whole.body);
  return { status: reply.status, tag: String(reply.headers['etag']), body };
}

const rowsOf = ({ body }: Asked): readonly { readonly id: string }[] =>
  (body as { data: readonly { id: string }[] }).data;

/** Gives kofi a history, a second between two payments. */
async function payIn(times: number): Promise<void> {
  for (let paid = 0; paid < times; paid += 1) {
    test.clock.advance(1_000);
    await fillWallet(test.deps, kofi.userId, 'nigeria', 1_000n);
  }
}

describe('a private answer that has not changed', () => {
  it.each(['/transactions', '/vouchers', '/vouchers/created', '/user', '/dashboard'])(
    'of %s is a 304 without a body, and still in no cache',
    async (path) => {
      await openGiveaway(test, ada);
      const first = await ask(path, ada);
      expect(first.status).toBe(200);
      const headers = { 'if-none-match': first.tag };
      const reply = await test.call('GET', path, { token: ada.token, headers });
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 304, text: '' });
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers['content-type']).toBeUndefined();
    },
  );

  it('is a 304 also where a proxy has made its tag a weak one', async () => {
    const { tag } = await ask('/transactions', ada);
    const headers = { 'if-none-match': `W/${tag}` };
    expect((await test.call('GET', '/transactions', { token: ada.token, headers })).status).toBe(
      304,
    );
  });

  it('has a tag that cannot be computed from its codes without the server’s secret', async () => {
    const { code } = await openVoucher(test, ada);
    const { tag, body } = await ask('/vouchers/created', ada);
    expect(JSON.stringify(body)).toContain(code);
    const plain = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    expect(tag).not.toContain(plain.slice(0, 16));
  });
});

describe('the statement', () => {
  const page = '/transactions?page=1&per_page=10';

  it('comes whole after a new payment', async () => {
    await payIn(12);
    const before = await ask(page, kofi);
    test.clock.advance(1_000);
    await fillWallet(test.deps, kofi.userId, 'nigeria', 777n);
    const after = await ask(page, kofi, before);
    expect(after.status).toBe(200);
    expect(rowsOf(after)[0]).toMatchObject({ amount: 7.77 });
    expect((await ask(page, kofi, after)).status).toBe(304);
  });

  it('shows a payment that was begun earlier and is committed late', async () => {
    await payIn(4);
    const before = await ask(page, kofi);
    test.clock.advance(-2_500);
    await fillWallet(test.deps, kofi.userId, 'nigeria', 555n);
    test.clock.advance(2_500);
    const after = await ask(page, kofi, before);
    const place = rowsOf(after).findIndex((row) => 'amount' in row && row.amount === 5.55);
    expect(place).toBeGreaterThan(0);
  });

  it('loses the line of a pending payment that has settled', async () => {
    await payIn(4);
    const reference = await topups.reference(kofi);
    const pending = await ask(page, kofi);
    const line = rowsOf(pending).find(({ id }) => id.startsWith('p'));
    expect(line).toBeDefined();
    await topups.decide(reference, 'success');
    await topups.verify(kofi, reference);
    const settled = await ask(page, kofi, pending);
    expect(rowsOf(settled).map(({ id }) => id)).not.toContain(line?.id);
  });

  it('is not another user’s: their tag brings one’s own statement', async () => {
    await payIn(4);
    const { tag } = await ask(page, kofi);
    const headers = { 'if-none-match': tag };
    const reply = await test.call('GET', page, { token: ada.token, headers });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual((await test.call('GET', page, { token: ada.token })).body);
  });

  it.each(['"', '"short"', '*', 'W/"', `"${'x'.repeat(5_000)}"`, '"aaaaaaaaaaaaaaaa", "b"'])(
    'comes whole for a tag that there never was: %s',
    async (tag) => {
      await payIn(4);
      const headers = { 'if-none-match': tag };
      const reply = await test.call('GET', page, { token: kofi.token, headers });
      expect(reply.status).toBe(200);
    },
  );
});

describe('vouchers', () => {
  const view = async (ulid: string): Promise<void> => {
    await test.call('GET', `/vouchers/${ulid}`, { token: kofi.token });
    await test.deps.views.flush();
  };

  it.each([
    ['a list', () => '/vouchers'],
    ['one', (ulid: string) => `/vouchers/${ulid}?skip_tracking=true`],
    ["one's own", () => '/vouchers/created'],
  ])('%s: a view is seen by the next request', async (_name, pathOf) => {
    const { ulid } = await openGiveaway(test, ada);
    const path = pathOf(ulid);
    const before = await ask(path, ada);
    await view(ulid);
    expect((await ask(path, ada, before)).status).toBe(200);
  });

  it('that were cancelled are gone from the list', async () => {
    const { ulid } = await openVoucher(test, ada);
    const before = await ask('/vouchers/created?status=active', ada);
    await test.call('POST', `/vouchers/${ulid}/cancel`, { token: ada.token });
    const after = await ask('/vouchers/created?status=active', ada, before);
    expect(JSON.stringify(before.body)).toContain(ulid);
    expect(JSON.stringify(after.body)).not.toContain(ulid);
  });
});

describe('notifications', () => {
  it('that were read on another device are read here, and deleted ones are gone', async () => {
    await payIn(4);
    const before = await ask('/notifications', kofi);
    const [newest] = rowsOf(before);
    const body = { ids: [newest?.id] };
    await test.call('POST', '/notifications/read', { token: kofi.token, body });
    const read = await ask('/notifications', kofi, before);
    expect(read.status).toBe(200);
    await test.deps.db.delete(notifications).where(eq(notifications.id, Number(newest?.id)));
    const after = await ask('/notifications', kofi, read);
    expect(rowsOf(after).map(({ id }) => id)).not.toContain(newest?.id);
  });
});

it('a public answer has the tag that shared caches know', async () => {
  const reply = await test.call('GET', '/regions');
  expect(reply.headers['cache-control']).toMatch(/^public/);
  expect(String(reply.headers['etag'])).toMatch(/^"[\w-]{22}"$/);
});
