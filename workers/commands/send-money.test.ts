import { describe, expect, it } from 'vitest';

import { readCreated, readRecentRecipients } from '../../local/queries/created-vouchers.ts';
import { json, type Handler } from '../../local/testing/fake-environment.ts';
import { sampleCreated, ULID_A, ULID_B } from '../../local/testing/samples.ts';
import { lost, NOW, signedInFixture } from '../testing/worker-fixture.ts';

const BODY = { recipient_username: 'kofi', amount: 3_000, currency: 'NGN' } as const;

const SENT = {
  ...sampleCreated({ ulid: ULID_A, created_at: '2026-11-20T12:00:00Z' }),
  recipient: { username: 'kofi', avatar: null },
  recipient_email: null,
};
const sent: Handler = () =>
  json(200, { success: true, message: 'Money sent', data: { voucher: SENT, balance: 6_900 } });

describe('sending money', () => {
  it('stores the new balance, and lists whom it went to at once', async () => {
    const { api, db, server } = await signedInFixture(sent);
    await db.wallets.put({ currency: 'NGN', amount: 10_000, fetchedAt: NOW });
    expect(await api.sendMoney(BODY)).toMatchObject({ ok: true, value: { balance: 6_900 } });
    expect(server.requests[0]).toMatchObject({ path: '/api/v1/vouchers/send', body: BODY });
    expect((await db.wallets.get('NGN'))?.amount).toBe(6_900);
    expect(await readRecentRecipients(db)).toMatchObject([{ recipient: { username: 'kofi' } }]);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it('repeats a send whose answer was lost with its key, until it is known', async () => {
    const { api, server, keysSent } = await signedInFixture(lost);
    expect(await api.sendMoney(BODY)).toMatchObject({ ok: false });
    server.answerBy(sent);
    expect(await api.sendMoney({ ...BODY, pin: '246810' })).toMatchObject({ ok: true });
    expect(new Set(keysSent()).size).toBe(1);
    await api.sendMoney(BODY);
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('adds its card above those that are listed', async () => {
    const { api, db } = await signedInFixture(sent);
    await db.createdVouchers.put({ ...sampleCreated({ ulid: ULID_B }), fetchedAt: NOW });
    await db.createdVoucherLists.put({
      key: 'page=1',
      ulids: [ULID_B],
      fetchedAt: NOW,
      hasMore: false,
    });
    await api.sendMoney(BODY);
    expect((await readCreated(db, {}))?.rows.map(({ ulid }) => ulid)).toEqual([ULID_A, ULID_B]);
  });
});

it('recent people are the last ones, each once, by name or address', async () => {
  const { db } = await signedInFixture(sent);
  const row = (day: number, who: object) => ({
    ...sampleCreated({ ulid: `01ARZ3NDEKTSV4RRFFQ69G5FA${day}`, created_at: `2026-11-0${day}` }),
    recipient: null,
    recipient_email: null,
    ...who,
    fetchedAt: NOW,
  });
  await db.createdVouchers.bulkPut([
    row(1, { recipient: { username: 'kofi', avatar: null } }),
    row(2, { recipient_email: 'amara@mail.test' }),
    row(3, { recipient: { username: 'kofi', avatar: null } }),
    row(4, {}),
    row(5, { recipient: { username: 'deleted-7', avatar: null } }),
    row(6, { recipient_email: 'deleted-7' }),
  ]);
  expect(await readRecentRecipients(db)).toEqual([
    { recipient: { username: 'kofi', avatar: null }, email: '' },
    { recipient: undefined, email: 'amara@mail.test' },
  ]);
});
