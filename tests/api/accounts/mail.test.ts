import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { inTransaction } from '../../../server/db/transaction.ts';
import type {
  MailTransport,
  OutgoingMail,
} from '../../../server/notifications/mail/mail-transport.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { queueMail, resendMails, sendMail } from '../../../server/notifications/mail/mail-queue.ts';
import { signUp } from '../../fixtures/api/accounts.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const api = setUpApp();

const letter = { to: 'reader@mail.test', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' };

describe('the outgoing mail', () => {
  it('leaves only when the transaction commits', async () => {
    const before = await api.deps.db.$count(mails);
    await expect(
      inTransaction(api.deps.db, async (tx) => {
        await queueMail(tx, api.deps, letter);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await api.deps.db.$count(mails)).toBe(before);
  });

  it('is sent once, tried again after a failure, under one Message-ID', async () => {
    await inTransaction(api.deps.db, (tx) =>
      queueMail(
        tx,
        { ...api.deps, jobs: { ...api.deps.jobs, send: async () => undefined } },
        letter,
      ),
    );
    const rows = await api.deps.db.select().from(mails);
    const id = rows.find((row) => row.to === letter.to)?.id ?? 0;
    const tried: OutgoingMail[] = [];
    const failing: MailTransport = {
      send: async (mail) => {
        tried.push(mail);
        throw new Error('mail server away');
      },
    };
    const working: MailTransport = { send: async (mail) => void tried.push(mail) };
    await expect(sendMail(api.deps, failing, id)).rejects.toThrow('mail server away');
    await sendMail(api.deps, working, id);
    await sendMail(api.deps, working, id);
    expect(tried).toHaveLength(2);
    expect(tried[0]).toEqual(tried[1]);
    expect(tried[1]).toMatchObject(letter);
  });

  it('is tried for a day, with growing pauses', async () => {
    await inTransaction(api.deps.db, (tx) => queueMail(tx, api.deps, letter));
    const { rows } = await api.deps.database.executeSql(
      `select retry_limit, retry_delay, retry_backoff from jobs.job where name = 'mail'`,
    );
    const { retry_limit: limit, retry_delay: delay, retry_backoff: grows } = rows[0] ?? {};
    expect(grows).toBe(true);
    const leastHours = (Number(delay) * (2 ** Number(limit) - 1)) / 3_600;
    expect(leastHours).toBeGreaterThan(24);
    expect(leastHours).toBeLessThan(36);
  });

  it('brings links and codes before news that has waited for longer', async () => {
    const { db, database, log } = api.deps;
    await database.executeSql(`delete from jobs.job where name = 'mail'`);
    const unsubscribeUrl = 'https://goodies.test/stop';
    const post = (to: string, content: object) =>
      inTransaction(db, (tx) => queueMail(tx, api.deps, { ...letter, ...content, to }));
    for (let n = 0; n < 100; n += 1) await post('news', { unsubscribeUrl });
    await post('a-link', {});
    const left: string[] = [];
    const jobs = createJobs(database, log);
    jobs.handle('mail', async (data) => {
      const { mailId } = data as { mailId: number };
      const [mail] = await db.select().from(mails).where(eq(mails.id, mailId));
      left.push(mail?.to ?? 'none');
    });
    await jobs.start();
    await expect.poll(() => left.length, { timeout: 20_000 }).toBe(101);
    await jobs.stop();
    expect(left[0]).toBe('a-link');
  });

  it('that was given up can be sent again; what is waiting or was sent is left alone', async () => {
    const { db, database } = api.deps;
    await db.delete(mails);
    await database.executeSql(`delete from jobs.job where name = 'mail'`);
    for (const to of ['lost', 'waiting', 'sent'])
      await inTransaction(db, (tx) => queueMail(tx, api.deps, { ...letter, to }));
    const idOf = async (to: string) =>
      (await db.select().from(mails).where(eq(mails.to, to)))[0]?.id ?? 0;
    const lost = await idOf('lost');
    const fail = (id: number) =>
      database.executeSql(
        `update jobs.job set state = 'failed' where name = 'mail' and data->>'mailId' = $1`,
        [String(id)],
      );
    await fail(lost);
    await sendMail(api.deps, { send: async () => undefined }, await idOf('sent'));
    await fail(await idOf('sent'));
    // Somebody types the command again before it has ended.
    const counts = await Promise.all([resendMails(api.deps), resendMails(api.deps)]);
    expect(new Set(counts)).toEqual(new Set([0, 1]));
    const waiting = await api.deps.jobs.listWaiting('mail');
    expect(waiting).toEqual([{ mailId: await idOf('waiting') }, { mailId: lost }]);
    expect(await resendMails(api.deps)).toBe(0);
  });

  it('is worked off by the job', async () => {
    const working = await startTestApp();
    try {
      await working.deps.jobs.start();
      await signUp(working);
      await expect
        .poll(async () => (await working.deps.db.select().from(mails)).at(-1)?.sentAt, {
          timeout: 15_000,
        })
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
    await inTransaction(api.deps.db, (tx) =>
      queueMail(tx, api.deps, { ...letter, subject: '<script>alert(1)</script>' }),
    );
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
