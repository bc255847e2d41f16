import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import {
  createSmtpTransport,
  MAIL_CONNECTIONS,
  type MailTransport,
  type OutgoingMail,
} from '../../../server/notifications/mail/mail-transport.ts';
import { startFakeSmtp } from '../../fakes/smtp.ts';
import {
  createMailOutbox,
  listGivenUp,
  queueMail,
  resendMails,
} from '../../../server/notifications/mail/mail-queue.ts';
import { signUp } from '../../fixtures/api/accounts.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const api = setUpApp();

const letter = {
  to: 'reader@mail.test',
  subject: 'Hello',
  text: 'Plain',
  html: '<p>Rich</p>',
  priority: 'urgent',
} as const;
const post = (mail: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  inTransaction(api.deps.db, (tx) => queueMail(tx, api.deps, { ...letter, ...mail }));
const failing: MailTransport = { send: () => Promise.reject(new Error('mail server away')) };
const send = (transport: MailTransport) => createMailOutbox(api.deps, transport).sendDue();

describe('the outgoing mail', () => {
  beforeEach(async () => {
    await api.deps.db.delete(mails);
  });

  it('leaves only when the transaction commits', async () => {
    await expect(
      inTransaction(api.deps.db, async (tx) => {
        await queueMail(tx, api.deps, letter);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await api.deps.db.$count(mails)).toBe(0);
  });

  it('is sent once, tried again after a failure, under one Message-ID', async () => {
    await post();
    const tried: OutgoingMail[] = [];
    const failures = api.deps.jobs.failures().get('mail') ?? 0;
    await send({
      send: async (mail) => {
        tried.push(mail);
        throw new Error('mail server away');
      },
    });
    expect(api.deps.jobs.failures().get('mail')).toBe(failures + 1);
    const working: MailTransport = { send: async (mail) => void tried.push(mail) };
    await send(working);
    expect(tried).toHaveLength(1);
    api.clock.advance(MINUTE_MS);
    await send(working);
    await send(working);
    expect(tried).toHaveLength(2);
    expect(tried[0]).toEqual(tried[1]);
    const { priority: _, ...said } = letter;
    expect(tried[1]).toMatchObject(said);
  });

  it('is tried for a day, with growing pauses, and then given up', async () => {
    await post();
    let waitedMs = 0;
    for (;;) {
      await send(failing);
      const [row] = await api.deps.db.select().from(mails);
      if (!row?.dueAt) break;
      const pauseMs = row.dueAt.getTime() - api.clock.now();
      waitedMs += pauseMs;
      api.clock.advance(pauseMs);
    }
    expect(waitedMs).toBeGreaterThan(24 * HOUR_MS);
    expect(waitedMs).toBeLessThan(60 * HOUR_MS);
    expect(await listGivenUp(api.deps.db)).toMatchObject([{ to: letter.to }]);
  });

  it('to a mailbox that does not exist is not tried again, and does not count as a server that is away', async () => {
    const server = await startFakeSmtp('RCPT TO:<nobody');
    for (let n = 0; n < 30; n += 1) await post({ to: `nobody-${n}@mail.test` });
    await post({ to: 'ada@mail.test', priority: 'bulk' });
    await send(createSmtpTransport(server.url, 'no-reply@goodies.test'));
    expect(server.taken).toEqual(['ada@mail.test']);
    expect(await listGivenUp(api.deps.db)).toHaveLength(30);
    await server.close();
  });

  it('brings links and codes before prizes, and those before news, that have waited for longer', async () => {
    const count = 60;
    for (const priority of ['bulk', 'normal', 'urgent'] as const) {
      for (let n = 0; n < count; n += 1) await post({ to: priority, priority });
      api.clock.advance(SECOND_MS);
    }
    const left: string[] = [];
    await send({ send: async ({ to }) => void left.push(to) });
    const first = left.slice(0, 2 * count);
    const shareOf = (priority: string) => first.filter((to) => to === priority).length;
    expect(left).toHaveLength(3 * count);
    expect(shareOf('urgent')).toBe(count);
    expect(shareOf('normal')).toBeGreaterThan(shareOf('bulk'));
  });

  it('reaches a mail server over several connections, a code before the prizes that wait', async () => {
    const server = await startFakeSmtp();
    server.waitFor(MAIL_CONNECTIONS);
    for (let n = 0; n < 100; n += 1) await post({ to: 'prize@mail.test', priority: 'normal' });
    api.clock.advance(SECOND_MS);
    await post({ to: 'code@mail.test' });
    await send(createSmtpTransport(server.url, 'no-reply@goodies.test'));
    expect(server.taken).toHaveLength(101);
    expect(server.taken.indexOf('code@mail.test')).toBeLessThan(3 * MAIL_CONNECTIONS);
    expect([server.connections(), server.most()]).toEqual([MAIL_CONNECTIONS, MAIL_CONNECTIONS]);
    await server.close();
  });

  it('that was given up can be sent again; what is waiting or was sent is left alone', async () => {
    const { db } = api.deps;
    await post({ to: 'sent' });
    await send({ send: async () => undefined });
    for (const to of ['lost', 'waiting']) await post({ to });
    await db.update(mails).set({ dueAt: null, tries: 14 }).where(eq(mails.to, 'lost'));
    // Somebody types the command again before it has ended.
    const counts = await Promise.all([resendMails(api.deps), resendMails(api.deps)]);
    expect(new Set(counts)).toEqual(new Set([0, 1]));
    const left: string[] = [];
    await send({ send: async ({ to }) => void left.push(to) });
    expect(left.toSorted()).toEqual(['lost', 'waiting']);
    expect(await resendMails(api.deps)).toBe(0);
  });

  it('that a node of the version before queued is taken over once', async () => {
    const working = await startTestApp();
    try {
      const { db, jobs, clock } = working.deps;
      const old = { to: 'old@mail.test', subject: 'Old', text: 'Old', html: 'Old' };
      const [row] = await db
        .insert(mails)
        .values({ ...old, createdAt: dateOf(clock) })
        .returning();
      await jobs.send(db, 'mail', { mailId: row?.id });
      await jobs.start();
      const sentAt = async () => (await db.select().from(mails))[0]?.sentAt;
      await expect.poll(sentAt).toBeInstanceOf(Date);
    } finally {
      await working.close();
    }
  });

  it('is worked off by the job', async () => {
    const working = await startTestApp();
    try {
      await working.deps.jobs.start();
      await signUp(working);
      await expect
        .poll(async () => (await working.deps.db.select().from(mails)).at(-1)?.sentAt)
        .toBeInstanceOf(Date);
    } finally {
      await working.close();
    }
  });
});

describe('the sandbox post box', () => {
  it('lists mail as JSON, newest first', async () => {
    const { email } = await signUp(api, { verified: false });
    await api.call('POST', '/forgot-password', { body: { email } });
    const reply = await api.call('GET', `root:/sandbox/mail?to=${email.toUpperCase()}`);
    const list = JSON.parse(reply.text) as Record<string, string>[];
    expect(list.map((mail) => mail['subject'])).toEqual([
      'Choose a new password',
      'Verify your e-mail address',
    ]);
    expect(Object.keys(list[0] ?? {})).toEqual(['to', 'subject', 'text', 'html', 'sent_at']);
    expect(list[0]?.['html']).toContain('http://localhost:8080/forgot-password?token=');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('shows people a page with links and runs nothing that a mail contains', async () => {
    await post({ subject: '<script>alert(1)</script>' });
    const { email } = await signUp(api, { verified: false });
    const page = await api.call('GET', 'root:/sandbox/mail', {
      headers: { accept: 'text/html,application/xhtml+xml' },
    });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain(email);
    expect(page.text).toMatch(/<a href="http:\/\/localhost:8080\/verify-email\?token=[\w-]+">/);
    expect(page.text).not.toContain('<script>');
  });

  it('does not exist where the sandbox is off', async () => {
    const bare = await startTestApp({ GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:2525' });
    try {
      expect((await bare.call('GET', 'root:/sandbox/mail')).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});
