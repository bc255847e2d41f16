import { createTransport } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';

import type { Config } from '../../config/config.ts';
import type { MailContent } from './layout.ts';

/** `unsubscribeUrl` becomes the headers for one-click unsubscribing (RFC 8058). */
export interface OutgoingMail extends Omit<MailContent, 'priority'> {
  readonly messageId: string;
  readonly to: string;
}

export interface MailTransport {
  /** @throws when the mail was not accepted: `NoSuchMailbox`, or something that the queue tries again after */
  send(mail: OutgoingMail): Promise<void>;
}

/** The server has refused the address for good (RFC 5321, 4.2.1), so that asking again only costs our reputation. */
export class NoSuchMailbox extends Error {
  override readonly name = 'NoSuchMailbox';
}

/** One of class 5.7 refuses us, by a rule that may change. */
function refusesAddress(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as SMTPConnection.SMTPError;
  return command === 'RCPT TO' && responseCode >= 500 && !/^\d+[ -]5\.7\./.test(response);
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Of the whole delivery: a server may trickle its answers. Shorter than a mail is leased. */
const SEND_TIMEOUT_MS = 60_000;
export const MAIL_CONNECTIONS = 10;

/**
 * @param url `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`
 * @param from `Name <address>`
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send({ messageId, to, subject, text, html, unsubscribeUrl }) {
      // As an object, so that an address with a comma is not split.
      const recipient = { name: '', address: to };
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
      const mail = { from, to: recipient, subject, text, html, messageId, signal };
      try {
        await transport.sendMail(headers ? { ...mail, headers } : mail);
      } catch (error) {
        if (refusesAddress(error))
          throw new NoSuchMailbox('there is no such mailbox', { cause: error });
        throw error;
      }
    },
  };
}

/** The stored row is what /sandbox/mail shows. */
const storeOnly: MailTransport = { send: async () => undefined };

const nothingConfigured: MailTransport = {
  send: () => Promise.reject(new Error('no mail can leave: SMTP_URL is not set')),
};

export function createMailTransport(config: Config): MailTransport {
  if (config.smtpUrl !== undefined) return createSmtpTransport(config.smtpUrl, config.mailFrom);
  return config.sandbox ? storeOnly : nothingConfigured;
}
