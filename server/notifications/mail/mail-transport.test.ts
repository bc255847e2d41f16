import { afterEach, describe, expect, it } from 'vitest';

import { startFakeSmtp, type FakeSmtp } from '../../../tests/fakes/smtp.ts';
import { createSmtpTransport, MAIL_CONNECTIONS, NoSuchMailbox } from './mail-transport.ts';

let server: FakeSmtp | undefined;
afterEach(async () => {
  await server?.close();
});

async function listen(refuse?: string): Promise<FakeSmtp> {
  server = await startFakeSmtp(refuse);
  return server;
}

const mail = {
  messageId: '<mail-7@goodies.test>',
  to: 'ada@mail.test',
  subject: 'Verify your e-mail address',
  text: 'Plain words',
  html: '<p>Rich words</p>',
};

describe('the SMTP transport', () => {
  it('hands over sender, recipient, both bodies and the Message-ID', async () => {
    const { url, lines } = await listen();
    await createSmtpTransport(url, 'Goodies <no-reply@goodies.test>').send(mail);
    const told = lines.join('\n');
    expect(told).toContain('MAIL FROM:<no-reply@goodies.test>');
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@mail.test>']);
    expect(told).toContain('Message-ID: <mail-7@goodies.test>');
    expect(told).toContain('Subject: Verify your e-mail address');
    expect(told).toContain('Plain words');
    expect(told).toContain('<p>Rich words</p>');
  });

  it('says where mails like it are ended with one click', async () => {
    const { url, lines } = await listen();
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    await transport.send({ ...mail, unsubscribeUrl: 'https://goodies.test/stop?token=1' });
    await transport.send(mail);
    const told = lines.filter((line) => line.startsWith('List-'));
    expect(told).toEqual([
      'List-Unsubscribe: <https://goodies.test/stop?token=1>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
  });

  it('reads an address with a comma as one', async () => {
    const { url, lines } = await listen();
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    await transport.send({ ...mail, to: 'one,two@mail.test' });
    const recipients = lines.filter((line) => line.startsWith('RCPT'));
    expect(recipients).toHaveLength(1);
    expect(recipients[0]).toMatch(/one,two/);
  });

  it('says that a mailbox does not exist', async () => {
    const { url } = await listen('RCPT');
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    await expect(transport.send(mail)).rejects.toThrow(NoSuchMailbox);
  });

  it('hands over several at once, over connections that it keeps', async () => {
    const { url, taken, connections, most, waitFor } = await listen();
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    const sendMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => transport.send({ ...mail, to: `${n}@mail.test` })),
      );
    waitFor(MAIL_CONNECTIONS);
    await sendMany(50);
    await sendMany(50);
    expect(taken).toHaveLength(100);
    expect([connections(), most()]).toEqual([MAIL_CONNECTIONS, MAIL_CONNECTIONS]);
  });

  it('takes new connections where the mail server has closed the ones it kept', async () => {
    const { url, taken, connections, breakOff } = await listen();
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    await transport.send(mail);
    breakOff();
    await transport.send(mail);
    expect([taken.length, connections()]).toEqual([2, 2]);
  });
});
