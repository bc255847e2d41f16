import type { Config } from '../../config/config.ts';
import type { MailTransport } from './mailer.ts';
import { createSmtpTransport } from './smtp-transport.ts';

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
