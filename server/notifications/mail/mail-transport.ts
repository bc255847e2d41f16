import { createTransport } from 'nodemailer';

import type { Config } from '../../config/config.ts';
import type { MailContent } from './mail-content.ts';

/** One message as a transport sends it; `unsubscribeUrl` goes into the headers for one click (RFC 8058). */
export interface OutgoingMail extends MailContent {
  /** Stays the same when a message is sent again, so that mail programs recognise the repeat. */
  readonly messageId: string;
  readonly to: string;
}

/** Takes a message off our hands: SMTP, or the sandbox, which only keeps it. */
export interface MailTransport {
  /** @throws when the message was not taken; the queue tries again. */
  send(mail: OutgoingMail): Promise<void>;
}

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

/** The sandbox sends nothing: the stored row is what people read at /sandbox/mail. */
const keepOnly: MailTransport = { send: async () => undefined };

const nothingConfigured: MailTransport = {
  send: () => Promise.reject(new Error('no mail can leave: SMTP_URL is not set')),
};

/** SMTP where it is configured, else the sandbox where that is on. */
export function createMailTransport(config: Config): MailTransport {
  if (config.smtpUrl !== undefined) return createSmtpTransport(config.smtpUrl, config.mailFrom);
  return config.sandbox ? keepOnly : nothingConfigured;
}
