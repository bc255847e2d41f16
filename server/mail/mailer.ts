/** One message as a transport sends it. */
export interface OutgoingMail {
  /** Stays the same when a message is sent again, so that mail programs recognise the repeat. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Goes into the headers by which mail programs offer to unsubscribe, with one click (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/** Takes a message off our hands: SMTP, or the sandbox, which only keeps it. */
export interface MailTransport {
  /** @throws when the message was not taken; the queue tries again. */
  send(mail: OutgoingMail): Promise<void>;
}
