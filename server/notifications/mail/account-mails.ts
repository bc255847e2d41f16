import { layOut, type MailContent } from './layout.ts';

interface TokenMail {
  /** Without a slash at the end. */
  readonly publicOrigin: string;
  readonly username: string;
  readonly token: string;
}

export const verifyEmailMail = ({ publicOrigin, username, token }: TokenMail): MailContent =>
  layOut({
    subject: 'Verify your e-mail address',
    greeting: `Hello ${username},`,
    paragraphs: [
      'Please verify this address for your Goodies account. You can look around and guess before that; to post vouchers or take money out, we need to know that mail reaches you.',
    ],
    action: {
      label: 'Verify e-mail address',
      url: `${publicOrigin}/verify-email?token=${encodeURIComponent(token)}`,
    },
    notes: [
      'The link is good for 24 hours and works once. Where you are not logged in, it asks you to.',
      `Is the account ${username} not yours? Then ignore this message: without your password for it nobody proves this address.`,
    ],
  });

export const resetPasswordMail = ({ publicOrigin, username, token }: TokenMail): MailContent =>
  layOut({
    subject: 'Choose a new password',
    greeting: `Hello ${username},`,
    paragraphs: [
      'Somebody asked for a new password for your Goodies account. With it, every device that is logged in now is logged out.',
    ],
    action: {
      label: 'Choose a new password',
      url: `${publicOrigin}/forgot-password?token=${encodeURIComponent(token)}`,
    },
    notes: [
      'The link is good for one hour and works once.',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
  });

export const loginLinkMail = ({ publicOrigin, username, token }: TokenMail): MailContent =>
  layOut({
    subject: 'Log in with this link',
    greeting: `Hello ${username},`,
    paragraphs: [
      'Many wrong passwords were tried for your Goodies account, so it takes none for a while. If it is you, log in with this link and your password.',
    ],
    action: {
      label: 'Log in',
      url: `${publicOrigin}/login?token=${encodeURIComponent(token)}`,
    },
    notes: [
      'The link is good for one hour and works once.',
      'If it was not you, nobody has got into your account, and devices that are logged in stay so. A password that you use nowhere else is the best you can have.',
    ],
  });

export const pinSetMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'Your PIN was set',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'A new PIN was set for your Goodies account, with your password. From now on it is asked for where money leaves your wallet.',
    ],
    action: { label: 'Open your profile', url: `${mail.publicOrigin}/profile` },
    notes: [
      'If it was not you, choose a new password at once: that logs every device out. Then set your PIN again.',
    ],
  });

export const passkeyAddedMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'A passkey was added',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'A passkey was added to your Goodies account, with your password. From now on the fingerprint or face of that device can be used instead of the PIN where money leaves your wallet.',
    ],
    action: { label: 'See your passkeys', url: `${mail.publicOrigin}/profile/personal-info` },
    notes: [
      'If it was not you, choose a new password at once: that logs every other device out. Then remove the passkey.',
    ],
  });

export const passkeyRemovedMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'A passkey was removed',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'A passkey was removed from your Goodies account, with your password. It confirms nothing any more.',
    ],
    action: { label: 'See your passkeys', url: `${mail.publicOrigin}/profile/personal-info` },
    notes: [
      'If it was not you, choose a new password at once: that logs every other device out. Then set your PIN again.',
    ],
  });

export const addressLeftMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'Your e-mail address was changed',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'Your Goodies account has another e-mail address now. It was changed with your password.',
    ],
    action: { label: 'Log in', url: `${mail.publicOrigin}/login` },
    notes: [
      'If it was not you, log in with your username, choose a new password and put your address back.',
    ],
  });

export const passwordChangedMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'Your password was changed',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'The password of your Goodies account was changed. Every other device is logged out.',
    ],
    action: { label: 'Choose a new password', url: `${mail.publicOrigin}/forgot-password` },
    notes: ['If it was not you, choose a new password at once.'],
  });

export const googleLinkedMail = (mail: Omit<TokenMail, 'token'>): MailContent =>
  layOut({
    subject: 'You can now log in with Google',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      'Somebody logged in to your Goodies account with the Google account of this address. From now on both Google and your password open it.',
    ],
    action: { label: 'Open your profile', url: `${mail.publicOrigin}/profile` },
    notes: [
      'If it was not you, look after your Google account first: somebody else uses it. Then choose a new password here, which logs every device out.',
    ],
  });

export const accountExistsMail = (mail: {
  readonly publicOrigin: string;
  readonly username: string;
}): MailContent =>
  layOut({
    subject: 'You already have an account',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      `Somebody gave this address for another account at Goodies. It belongs to your account ${mail.username} already, so the other one cannot have it verified.`,
      'If it was you, log in to the account you have, or choose a new password there if you lost it.',
    ],
    action: { label: 'Log in', url: `${mail.publicOrigin}/login` },
    notes: ['If it was not you, ignore this message: nobody has got into your account.'],
  });
