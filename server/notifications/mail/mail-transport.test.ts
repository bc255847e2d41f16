import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { createSmtpTransport } from './mail-transport.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** A mail server that takes everything but what `refuse` names, and keeps each line it was told. */
async function listen(refuse?: string): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  server = createServer((socket) => {
    let inData = false;
    socket.setEncoding('utf8').write('220 test\r\n');
    socket.on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter(Boolean)) {
        lines.push(line);
        if (inData && line !== '.') continue;
        const verb = line.split(/[ :]/)[0]?.toUpperCase();
        inData = verb === 'DATA';
        if (refuse !== undefined && line.startsWith(refuse)) socket.write('550 no such person\r\n');
        else if (inData) socket.write('354 go on\r\n');
        else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, lines };
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

  it('fails when the mail server does not take it', async () => {
    const { url } = await listen('RCPT');
    const transport = createSmtpTransport(url, 'no-reply@goodies.test');
    await expect(transport.send(mail)).rejects.toThrow('550');
  });
});
