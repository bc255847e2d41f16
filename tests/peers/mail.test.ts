import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../contract/durations.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { mails } from '../../server/db/schema/notifications.ts';
import {
  createMailOutbox,
  listGivenUp,
  queueMail,
} from '../../server/notifications/mail/mail-queue.ts';
import { createSmtpTransport } from '../../server/notifications/mail/mail-transport.ts';
import type { Outbox } from '../../server/notifications/outbox.ts';
import { until } from '../chaos/until.ts';
import { setUpApp } from '../fixtures/api/set-up.ts';
import { DOMAIN, Postfix } from './postfix.ts';

const BOXES = ['ada', 'bola+news', 'chidi'];
const GREY_SECONDS = 2;
const DELIVERED_WITHIN_MS = 20_000;
/** More failures than after which a service is taken to be away. */
const MANY = 30;

const api = setUpApp();
let server: Postfix;
let outbox: Outbox;
beforeAll(async () => {
  server = await Postfix.start({ boxes: BOXES, greySeconds: GREY_SECONDS });
  const transport = createSmtpTransport(server.url, 'Goodies <no-reply@goodies.test>');
  outbox = createMailOutbox(api.deps, transport);
});
afterAll(() => server.stop());
beforeEach(() => api.deps.db.delete(mails).then(() => undefined));

const letter = {
  subject: 'Hello',
  text: 'Plain',
  html: '<p>Rich</p>',
  priority: 'urgent',
} as const;
const post = (to: string, words: Partial<typeof letter> | Record<string, string> = {}) =>
  inTransaction(api.deps.db, (tx) =>
    queueMail(tx, api.deps, { ...letter, ...words, to: `${to}@${DOMAIN}` }),
  );
const row = async () => (await api.deps.db.select().from(mails))[0];

/** Lets time pass for the queue, and for the server, until a box has so many mails. */
const delivered = (box: string, count: number): Promise<string[]> =>
  until(DELIVERED_WITHIN_MS, `${box} did not get ${count} mails`, async () => {
    await outbox.sendDue();
    api.clock.advance(MINUTE_MS);
    const found = server.mailsIn(box);
    return found.length === count ? found : undefined;
  });

describe('mail by Postfix', () => {
  it('that a server does not take from strangers at once comes later, once', async () => {
    await post('ada');
    await outbox.sendDue();
    expect(await row()).toMatchObject({ tries: 1, sentAt: null });
    expect(server.mailsIn('ada')).toEqual([]);
    await delivered('ada', 1);
    expect(await row()).toMatchObject({ dueAt: null });
  });

  it('arrives as it was written, whatever is in it', async () => {
    const text = `.\n..\nFrom here\nỌ̀ṣun, GH₵ 5, 🎉\n${'long '.repeat(400)}.`;
    await post('chidi', { subject: 'Ẹ káàárọ̀ 🎉', text, html: `<p>${'wide'.repeat(600)}</p>` });
    const [stored = ''] = await delivered('chidi', 1);
    const mail = await PostalMime.parse(stored);
    expect(mail.subject).toBe('Ẹ káàárọ̀ 🎉');
    expect(mail.text?.trimEnd()).toBe(text);
    expect(mail.html).toContain(`<p>${'wide'.repeat(600)}</p>`);
    expect(mail.to).toMatchObject([{ address: `chidi@${DOMAIN}` }]);
    expect(Math.max(...stored.split('\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it('has no header and no reader that a subject smuggles in', async () => {
    await post('bola+news', { subject: `Hi\r\nBcc: chidi@${DOMAIN}\r\nX-Mine: 1` });
    const [stored = ''] = await delivered('bola+news', 1);
    const { headers } = await PostalMime.parse(stored);
    const names = headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x-mine');
    expect(server.mailsIn('chidi')).toHaveLength(1);
  });

  it('to a box that does not exist is given up at once, and keeps nobody else waiting', async () => {
    for (let n = 0; n < MANY; n += 1) await post(`nobody-${n}`);
    await post('ada');
    await outbox.sendDue();
    const givenUp = await listGivenUp(api.deps.db);
    expect(givenUp).toHaveLength(MANY);
    await delivered('ada', 2);
  });

  it('that the server does not pass on is tried again, since that is for us to mend', async () => {
    await inTransaction(api.deps.db, (tx) =>
      queueMail(tx, api.deps, { ...letter, to: 'ada@elsewhere.test' }),
    );
    await outbox.sendDue();
    expect(await row()).toMatchObject({ tries: 1, sentAt: null, dueAt: expect.any(Date) as Date });
  });
});
