import type { Letter } from './layout.ts';

const withToken = (page: string, token: string): string =>
  `${page}?token=${encodeURIComponent(token)}`;

export const verifyEmailMail = (username: string, token: string): Letter => ({
  subject: 'Verify your e-mail address',
  paragraphs: [
    'Please verify this address for your Goodies account. You can look around and guess before that; to post vouchers or take money out, we need to know that mail reaches you.',
  ],
  label: 'Verify e-mail address',
  path: withToken('/verify-email', token),
  notes: [
    'The link is good for 24 hours and works once. Where you are not logged in, it asks you to.',
    `Is the account ${username} not yours? Then ignore this message: without your password for it nobody proves this address.`,
  ],
});

export const resetPasswordMail = (token: string): Letter => ({
  subject: 'Choose a new password',
  paragraphs: [
    'Somebody asked for a new password for your Goodies account. With it, every device that is logged in now is logged out.',
  ],
  label: 'Choose a new password',
  path: withToken('/forgot-password', token),
  notes: [
    'The link is good for one hour and works once.',
    'If it was not you, ignore this message: your password stays as it is.',
  ],
});

export const loginLinkMail = (token: string): Letter => ({
  subject: 'Log in with this link',
  paragraphs: [
    'Many wrong passwords were tried for your Goodies account, so it takes none for a while. If it is you, log in with this link and your password.',
  ],
  label: 'Log in',
  path: withToken('/login', token),
  notes: [
    'The link is good for one hour and works once.',
    'If it was not you, nobody has got into your account, and devices that are logged in stay so. A password that you use nowhere else is the best you can have.',
  ],
});

export const pinSetMail: Letter = {
  subject: 'Your PIN was set',
  paragraphs: [
    'A new PIN was set for your Goodies account, with your password. From now on it is asked for where money leaves your wallet.',
  ],
  label: 'Open your profile',
  path: '/profile',
  notes: [
    'If it was not you, choose a new password at once: that logs every device out. Then set your PIN again.',
  ],
};

export const passkeyAddedMail: Letter = {
  subject: 'A passkey was added',
  paragraphs: [
    'A passkey was added to your Goodies account, with your password. From now on the fingerprint or face of that device can be used instead of the PIN where money leaves your wallet.',
  ],
  label: 'See your passkeys',
  path: '/profile/personal-info',
  notes: [
    'If it was not you, choose a new password at once: that logs every other device out. Then remove the passkey.',
  ],
};

export const passkeyRemovedMail: Letter = {
  subject: 'A passkey was removed',
  paragraphs: [
    'A passkey was removed from your Goodies account, with your password. It confirms nothing any more.',
  ],
  label: 'See your passkeys',
  path: '/profile/personal-info',
  notes: [
    'If it was not you, choose a new password at once: that logs every other device out. Then set your PIN again.',
  ],
};

export const addressLeftMail: Letter = {
  subject: 'Your e-mail address was changed',
  paragraphs: [
    'Your Goodies account has another e-mail address now. It was changed with your password.',
  ],
  label: 'Log in',
  path: '/login',
  notes: [
    'If it was not you, log in with your username, choose a new password and put your address back.',
  ],
};

export const passwordChangedMail: Letter = {
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your Goodies account was changed. Every other device is logged out.',
  ],
  label: 'Choose a new password',
  path: '/forgot-password',
  notes: ['If it was not you, choose a new password at once.'],
};

export const googleLinkedMail: Letter = {
  subject: 'You can now log in with Google',
  paragraphs: [
    'Somebody logged in to your Goodies account with the Google account of this address. From now on both Google and your password open it.',
  ],
  label: 'Open your profile',
  path: '/profile',
  notes: [
    'If it was not you, look after your Google account first: somebody else uses it. Then choose a new password here, which logs every device out.',
  ],
};

export const accountExistsMail = (username: string): Letter => ({
  subject: 'You already have an account',
  paragraphs: [
    `Somebody gave this address for another account at Goodies. It belongs to your account ${username} already, so the other one cannot have it verified.`,
    'If it was you, log in to the account you have, or choose a new password there if you lost it.',
  ],
  label: 'Log in',
  path: '/login',
  notes: ['If it was not you, ignore this message: nobody has got into your account.'],
});
