import { createTransport } from 'nodemailer';

import type { MailTransport } from './mailer.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Sends by SMTP.
 * @param url `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`.
 * @param from the sender people see, `Name <address>`.
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send({ messageId, to, subject, text, html, unsubscribeUrl }) {
      // As an object, so that an address with a comma in it is not read as two.
      const recipient = { name: '', address: to };
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      const mail = { from, to: recipient, subject, text, html, messageId };
      await transport.sendMail(headers ? { ...mail, headers } : mail);
    },
  };
}
