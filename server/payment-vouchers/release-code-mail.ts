import { layOut } from '../notifications/mail/layout.ts';
import type { MailContent } from '../notifications/mail/mail-content.ts';

/** Brings a creator the code that releases their voucher to the person who redeems it. */
export const releaseCodeMail = (mail: {
  readonly publicOrigin: string;
  /** The creator. */
  readonly username: string;
  /** Who redeems. */
  readonly redeemer: string;
  /** Symbol and amount. */
  readonly money: string;
  readonly code: string;
}): MailContent =>
  layOut({
    subject: 'Your release code',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      `${mail.redeemer} wants to redeem your voucher of ${mail.money}.`,
      `The release code is ${mail.code}. Give it to ${mail.redeemer} if you want them to have the money.`,
    ],
    action: { label: 'See your vouchers', url: `${mail.publicOrigin}/my-vouchers` },
    notes: [
      'The code is good for 10 minutes and for this person only.',
      'If you do not know them, keep the code to yourself: without it nobody gets the money. You can cancel the voucher at any time.',
    ],
  });
