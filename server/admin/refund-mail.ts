import { layOut } from '../notifications/mail/layout.ts';
import type { MailContent } from '../notifications/mail/mail-content.ts';

interface RefundMail {
  readonly publicOrigin: string;
  readonly username: string;
  /** '₦1,000' */
  readonly money: string;
  /** What people quote to support. */
  readonly reference: string;
  readonly why: string;
}

/** Tells a creator that an unused payment voucher was ended for them. */
export const voucherRefundMail = (mail: RefundMail): MailContent =>
  letter(
    mail,
    'Your voucher was cancelled',
    `Your payment voucher of ${mail.money} was cancelled, and the money is back in your wallet.`,
  );

/** Tells a payer that what they paid in goes back to where it came from. */
export const paymentRefundMail = (mail: RefundMail): MailContent =>
  letter(
    mail,
    'Your payment is returned',
    `Your payment of ${mail.money} was taken out of your wallet, and goes back to where you paid it from. That can take a few days.`,
  );

const letter = (
  { publicOrigin, username, reference, why }: RefundMail,
  subject: string,
  said: string,
): MailContent =>
  layOut({
    subject,
    greeting: `Hello ${username},`,
    paragraphs: [said, `The reason: ${why}`],
    action: { label: 'See your transactions', url: `${publicOrigin}/transactions` },
    notes: [
      `Reference: ${reference}. If you think that this is wrong, answer this message and tell us why.`,
    ],
  });
