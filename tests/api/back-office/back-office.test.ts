import { desc } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { INVITE_MS, STAFF_SESSION_MS } from '../../../server/back-office/staff.ts';
import { staffRequests } from '../../../server/db/schema/staff.ts';
import { Admin, runAdmin } from '../../fixtures/api/admin.ts';
import { givePasskey } from '../../fixtures/api/passkeys/give-passkey.ts';
import { SoftAuthenticator } from '../../fixtures/api/passkeys/soft-authenticator.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { invite, Member, office, OFFICE } from '../../fixtures/api/staff.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: { walletMinor: 1_000_000n } });
const admin = new Admin(test);
const topups = new Topups(test);
let ngozi: Member;
let efua: Member;
let otieno: Member;
let owner: Member;

beforeAll(async () => {
  ngozi = await Member.join(test, 'Ngozi', 'support');
  efua = await Member.join(test, 'Efua', 'money');
  otieno = await Member.join(test, 'Otieno', 'money');
  owner = await Member.join(test, 'Amina', 'owner');
});

/** A top-up of ₦5,000 that its payer has paid. */
async function paidTopup(): Promise<string> {
  const reference = await topups.reference(ada);
  await topups.decide(reference, 'success');
  await topups.verify(ada, reference);
  return reference;
}

async function lastRequest(): Promise<number> {
  const [last] = await test.deps.db
    .select({ id: staffRequests.id })
    .from(staffRequests)
    .orderBy(desc(staffRequests.id))
    .limit(1);
  return last?.id ?? 0;
}

describe('who comes in', () => {
  it('sends a visitor to the log-in page, and answers a script with 401', async () => {
    const page = await office(test, 'GET', '');
    expect([page.status, page.headers['location']]).toEqual([303, '/admin/log-in']);
    const reply = await test.call('GET', 'root:/admin');
    expect([reply.status, reply.body['code']]).toEqual([401, 'unauthenticated']);
    expect((await office(test, 'GET', '/log-in')).text).toContain('Log in with a passkey');
  });

  it('lets a user of the app in neither by session nor by passkey', async () => {
    const reply = await test.call('GET', 'root:/admin', { token: ada.token });
    expect(reply.status).toBe(401);
    const passkey = await givePasskey(test.deps, ada, new SoftAuthenticator(OFFICE));
    expect((await new Member(test, 'ada').logIn(passkey)).status).toBe(422);
  });

  it('sets up one passkey with an invitation, which is over after a day', async () => {
    const token = await invite(test, 'Kwame', 'support');
    const kwame = new Member(test, 'Kwame');
    expect((await office(test, 'GET', `/welcome?token=${token}`)).text).toContain('Welcome, Kwame');
    expect((await kwame.setUp(token)).status).toBe(200);
    expect((await kwame.open('')).status).toBe(200);
    expect((await new Member(test, 'Eve').setUp(token)).status).toBe(422);
    const late = await invite(test, 'Late', 'owner');
    test.clock.advance(INVITE_MS);
    expect((await office(test, 'GET', `/welcome?token=${late}`)).text).toContain('used or over');
    expect((await new Member(test, 'Late').setUp(late)).status).toBe(422);
    for (const member of [ngozi, efua, otieno, owner])
      expect((await member.logIn()).status).toBe(200);
  });

  it('asks for the passkey again after a working day, and refuses an old signature', async () => {
    test.clock.advance(STAFF_SESSION_MS);
    expect((await efua.open('')).status).toBe(303);
    for (const member of [ngozi, efua, otieno, owner])
      expect((await member.logIn()).status).toBe(200);
    const begun = await office(test, 'POST', '/log-in/options', { body: {} });
    const { data } = JSON.parse(begun.text) as { data: { challenge: string } };
    const proof = efua.passkey.sign(data);
    expect((await office(test, 'POST', '/log-in', { body: proof })).status).toBe(200);
    expect((await office(test, 'POST', '/log-in', { body: proof })).status).toBe(422);
  });

  it('ends the sessions and the passkey of a member who is removed or invited anew', async () => {
    const former = await Member.join(test, 'Former', 'money');
    expect((await former.open('')).status).toBe(200);
    await runAdmin(test.deps, ['staff-remove', 'Former']);
    expect((await former.open('')).status).toBe(303);
    expect((await former.logIn()).status).toBe(422);
    const token = await invite(test, 'Former', 'support');
    expect((await former.setUp(token, new SoftAuthenticator(OFFICE))).status).toBe(200);
    expect((await former.logIn()).status).toBe(422);
  });

  it('takes no form from another site', async () => {
    const before = await admin.countActions();
    const sent = await owner.send(
      '/commands/block',
      { user: ada.username, why: 'x' },
      'https://evil.test',
    );
    expect(sent.status).toBe(403);
    expect(await admin.countActions()).toBe(before);
  });
});

describe('what a role may do', () => {
  it('shows and runs the commands of the role, and no others', async () => {
    const home = (await ngozi.open('')).text;
    expect(home).toContain('/admin/commands/find');
    expect(home).not.toContain('/admin/commands/refund');
    expect((await ngozi.open('/commands/refund')).status).toBe(403);
    expect((await ngozi.run('refund', { name: 'x' })).status).toBe(403);
    expect((await efua.run('unblock', { user: ada.username })).status).toBe(403);
    for (const name of ['rotate-secret', 'receipt-key'])
      expect((await owner.open(`/commands/${name}`)).status).toBe(403);
    expect((await owner.open('/commands/constructor')).status).toBe(404);
  });

  it('writes down who looked at a person, and why', async () => {
    const page = await ngozi.run('find', { name: ada.username, why: 'ada cannot <log in>' });
    expect(page.text).toContain(`${ada.username}@goodies.test`);
    expect(await admin.lastAction()).toMatchObject({
      by: 'Ngozi',
      why: 'ada cannot <log in>',
      action: 'find',
      subject: `user:${ada.userId}`,
    });
    const record = (await owner.open('/record')).text;
    expect(record).toContain('ada cannot &lt;log in&gt;');
    expect(await admin.lastAction()).toMatchObject({ by: 'Amina', action: 'record' });
  });

  it('keeps what was typed when a reason is missing or a command refuses', async () => {
    const before = await admin.countActions();
    const silent = await ngozi.run('find', { name: ada.username, why: ' ' });
    expect([silent.status, silent.text.includes(`value="${ada.username}"`)]).toEqual([422, true]);
    const unknown = await ngozi.run('find', { name: 'nobody_here' });
    expect(unknown.text).toContain('there is no user, voucher or reference nobody_here');
    expect(await admin.countActions()).toBe(before);
  });

  it('opens a queue with a link to each deed that fits its lines', async () => {
    const page = await efua.open('/commands/failed');
    expect(page.status).toBe(200);
    expect(await admin.lastAction()).toMatchObject({ by: 'Efua', action: 'failed' });
    expect((await efua.open('/commands/holds')).text).toContain('nothing is held');
  });
});

describe('what moves money', () => {
  it('waits for a second person of the role, who is written down with the first', async () => {
    const reference = await paidTopup();
    const before = await walletOf(test, ada);
    const asked = await efua.run('refund', { name: reference });
    expect([asked.status, asked.headers['location']]).toEqual([303, '/admin/requests']);
    expect(await walletOf(test, ada)).toBe(before);
    const id = await lastRequest();

    expect((await efua.decide(id, 'approve')).text).toContain('somebody else has to approve');
    expect((await ngozi.decide(id, 'approve')).status).toBe(403);
    expect(await walletOf(test, ada)).toBe(before);

    expect((await otieno.open('/requests')).text).toContain(`refund ${reference}`);
    expect((await otieno.decide(id, 'approve')).status).toBe(303);
    expect(await walletOf(test, ada)).toBe(before - 5000);
    expect(await admin.lastAction()).toMatchObject({
      by: 'Efua, approved by Otieno',
      action: 'refund',
      subject: `payment:${reference}`,
    });
    expect((await owner.decide(id, 'approve')).text).toContain('decided already');
    expect(await walletOf(test, ada)).toBe(before - 5000);
  });

  it('moves nothing when it is refused, taken back, or no longer right', async () => {
    const reference = await paidTopup();
    const before = await walletOf(test, ada);
    await efua.run('refund', { name: reference });
    expect((await otieno.decide(await lastRequest(), 'refuse')).status).toBe(303);
    await efua.run('refund', { name: reference });
    expect((await efua.decide(await lastRequest(), 'refuse')).status).toBe(303);
    expect((await otieno.decide(await lastRequest(), 'approve')).status).toBe(422);
    expect(await walletOf(test, ada)).toBe(before);

    await efua.run('refund', { name: reference });
    await admin.run(`refund ${reference}`);
    const late = await otieno.decide(await lastRequest(), 'approve');
    expect([late.status, late.text.includes('this was done before')]).toEqual([422, true]);
    expect(await walletOf(test, ada)).toBe(before - 5000);
  });

  it('may be approved again after ten minutes when the server died in the middle', async () => {
    const reference = await paidTopup();
    const before = await walletOf(test, ada);
    await efua.run('refund', { name: reference });
    const id = await lastRequest();
    const decidedAt = new Date(test.clock.now());
    await test.deps.db.update(staffRequests).set({ state: 'running', decidedAt });
    expect((await otieno.decide(id, 'approve')).status).toBe(422);
    test.clock.advance(10 * MINUTE_MS);
    expect((await otieno.decide(id, 'approve')).status).toBe(303);
    expect(await walletOf(test, ada)).toBe(before - 5000);
  });

  it('asks a provider at once, and lets a result by hand wait', async () => {
    const reference = await topups.reference(ada);
    const asked = await efua.run('payment', { reference, state: '', proof: '' });
    expect(asked.status).toBe(200);
    const result = { reference, state: 'failed', proof: 'refund 8812' };
    expect((await efua.run('payment', result)).status).toBe(303);
    expect(await topups.statusOf(reference)).toBe('pending');
  });

  it('forgets decided requests after three months', async () => {
    const decidedAt = new Date(test.clock.now() - 91 * DAY_MS);
    const isOld = { state: 'done', decidedAt } as const;
    await test.deps.db.update(staffRequests).set(isOld);
    await efua.run('refund', { name: 'some-reference' });
    expect(await test.deps.db.$count(staffRequests)).toBe(1);
  });
});
