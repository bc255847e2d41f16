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
