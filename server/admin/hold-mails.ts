import { layOut } from '../notifications/mail/layout.ts';
import type { MailContent } from '../notifications/mail/mail-content.ts';

interface HoldMail {
  readonly publicOrigin: string;
  readonly username: string;
  /** '₦1,000' */
  readonly money: string;
}

/** Tells a winner that what was held can leave their wallet. */
export const releasedMail = ({ publicOrigin, username, money }: HoldMail): MailContent =>
  layOut({
    subject: 'Your prize is free',
    greeting: `Hello ${username},`,
    paragraphs: [
      `We have looked at how your prize of ${money} was won, and all is well: it can be withdrawn now.`,
    ],
    action: { label: 'Go to your wallet', url: `${publicOrigin}/wallet` },
    notes: ['You get this message because a prize in your wallet was held.'],
  });

/** Tells a winner that their prize was taken back, and why. */
export const reversedMail = (
  mail: HoldMail & { readonly ulid: string; readonly why: string },
): MailContent =>
  layOut({
    subject: 'Your prize was taken back',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      `We have looked at how your prize of ${mail.money} was won, and have returned it to the creator of the giveaway that it was won with first.`,
      `The reason: ${mail.why}`,
    ],
    action: { label: 'See the giveaway', url: `${mail.publicOrigin}/v/${mail.ulid}` },
    notes: ['If you think that this is wrong, answer this message and tell us why.'],
  });

/** Tells a winner that their prize is looked at, and what that means for them. */
export const heldMail = (mail: HoldMail & { readonly ulid: string }): MailContent =>
  layOut({
    subject: 'Your prize is held for a while',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      `We are looking at how your prize of ${mail.money} was won. Until then you can play with it, and not withdraw it.`,
      'It is free again after a week at the latest, unless we tell you otherwise.',
    ],
    action: { label: 'See the giveaway', url: `${mail.publicOrigin}/v/${mail.ulid}` },
    notes: ['If you can tell us something about it, answer this message.'],
  });
