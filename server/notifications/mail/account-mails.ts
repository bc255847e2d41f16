import type { Letter } from './layout.ts';

const withToken = (page: string, token: string): string =>
  `${page}?token=${encodeURIComponent(token)}`;

const notMe = (freezeToken: string) =>
  [{ label: 'This was not me', path: withToken('/freeze', freezeToken) }] as const;

const NOT_ME_NOTE =
  'If it was not you, open “This was not me”: that freezes your account, so that no money leaves it, and logs every device out.';

const PAUSE_NOTE = 'To keep your money safe, nothing can leave your wallet for the next 24 hours.';

export const verifyEmailMail = (username: string, token: string, code: string): Letter => ({
  subject: 'Verify your e-mail address',
  paragraphs: [
    `Your Goodies code is ${code}. Type it where you signed up, or open the link below.`,
    'Never tell this code to anybody. We never ask for it. Whoever does wants to use your address as theirs.',
    'Please verify this address for your Goodies account. You can look around and guess before that; to post vouchers or take money out, we need to know that mail reaches you.',
  ],
  label: 'Verify e-mail address',
  path: withToken('/verify-email', token),
  notes: [
    'The code is good for 30 minutes, the link for 24 hours. Where you are not logged in, the link asks you to.',
    `Is the account ${username} not yours? Then ignore this message, and keep the code to yourself: nobody can verify your address without it.`,
  ],
});

export const resetPasswordMail = (token: string): Letter => ({
  subject: 'Choose a new password',
  paragraphs: [
    'Somebody asked for a new password for your Goodies account. A new password logs out every device.',
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
    'Somebody tried many wrong passwords for your Goodies account, so logging in with a password alone is paused. If it was you, log in with this link and your password.',
  ],
  label: 'Log in',
  path: withToken('/login', token),
  notes: [
    'The link is good for one hour and works once.',
    'If it was not you: nobody got into your account, and your devices stay logged in. Use a password that you use nowhere else.',
  ],
});

export const pinSetMail = (freezeToken: string, isPaused: boolean): Letter => ({
  subject: 'Your PIN was set',
  paragraphs: [
    `A new PIN was set for your Goodies account${isPaused ? ', with your password and a mailed link' : ''}. From now on we ask for it whenever money leaves your wallet.`,
    ...(isPaused ? [PAUSE_NOTE] : []),
  ],
  label: 'Open your profile',
  path: '/profile/security',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

export const pinForgottenMail = (token: string): Letter => ({
  subject: 'Choose another PIN',
  paragraphs: [
    'Somebody who is logged in to your Goodies account has forgotten its PIN. With this link and your password you choose another one. After that nothing can leave your wallet for 24 hours.',
  ],
  label: 'Choose another PIN',
  path: withToken('/profile/pin', token),
  notes: [
    'The link is good for one hour and works once.',
    'If it was not you, your PIN stays as it is. Choose a new password, which logs every other device out.',
  ],
});

export const frozenMail = (token: string): Letter => ({
  subject: 'Your account is frozen',
  paragraphs: [
    'Your Goodies account is frozen: no money can leave it, and every device was logged out.',
    'Once you are sure that nobody else gets in, unfreeze it with this link. Money can leave 24 hours later.',
  ],
  label: 'Unfreeze my account',
  path: withToken('/unfreeze', token),
  notes: [
    'The link is good for 24 hours and works once. Your profile mails you another one.',
    'If somebody may know your password, choose a new one first.',
  ],
});

export const payoutWaitsMail = (freezeToken: string): Letter => ({
  subject: 'Your withdrawal is being checked',
  paragraphs: [
    'Your withdrawal goes to an account in a different name from your earlier payouts, so our staff check it within a day before it is sent. If they do not allow it by then, the money comes back to your wallet.',
  ],
  label: 'See your withdrawals',
  path: '/transactions?type=withdrawal',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

export const limitRaisedMail = (freezeToken: string): Letter => ({
  subject: 'Your daily limit will rise',
  paragraphs: [
    'Somebody asked in your profile for a higher daily limit, or for none. It starts in 24 hours. Until then the lower limit applies.',
  ],
  label: 'See your limits',
  path: '/profile/security',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

export const passkeyAddedMail = (freezeToken: string, isPaused: boolean): Letter => ({
  subject: 'A passkey was added',
  paragraphs: [
    'A passkey was added to your Goodies account, with your password. From now on the fingerprint or face of that device logs in, and can be used instead of the PIN where money leaves your wallet.',
    ...(isPaused ? [PAUSE_NOTE] : []),
  ],
  label: 'See your passkeys',
  path: '/profile/security',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

export const passkeyRemovedMail = (freezeToken: string, isPaused: boolean): Letter => ({
  subject: 'A passkey was removed',
  paragraphs: [
    'A passkey was removed from your Goodies account, with your password. It can no longer be used.',
    ...(isPaused ? [PAUSE_NOTE] : []),
  ],
  label: 'See your passkeys',
  path: '/profile/security',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

/** @param undoToken of the link that puts the address back; null for an address that was never proved */
export const addressLeftMail = (freezeToken: string, undoToken: string | null): Letter => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    'Your Goodies account has another e-mail address now. It was changed with your password.',
    ...(undoToken === null
      ? []
      : ['Was it not you? Put this address back within 7 days. That logs every device out.']),
  ],
  ...(undoToken === null
    ? { label: 'Log in', path: '/login' }
    : { label: 'Undo the change', path: withToken('/undo-email', undoToken) }),
  notes: [
    'If it was not you, choose a new password too: somebody else knows yours.',
    '“This was not me” also freezes your account, so that no money leaves it.',
  ],
  more: notMe(freezeToken),
});

export const passwordChangedMail = (freezeToken: string): Letter => ({
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your Goodies account was changed. Every other device is logged out.',
  ],
  label: 'Choose a new password',
  path: '/forgot-password',
  notes: [NOT_ME_NOTE],
  more: notMe(freezeToken),
});

/** Of one that was chosen by a mailed link. */
export const passwordResetMail = (freezeToken: string): Letter => ({
  ...passwordChangedMail(freezeToken),
  paragraphs: [
    'The password of your Goodies account was changed with a mailed link. Every device is logged out.',
    PAUSE_NOTE,
  ],
});

export const googleLinkedMail = (freezeToken: string): Letter => ({
  subject: 'You can now log in with Google',
  paragraphs: [
    'Somebody logged in to your Goodies account with the Google account of this address. From now on both Google and your password open it.',
  ],
  label: 'Open your profile',
  path: '/profile',
  notes: [
    'If it was not you, secure your Google account first: somebody else is using it.',
    NOT_ME_NOTE,
  ],
  more: notMe(freezeToken),
});

export const accountExistsMail = (username: string): Letter => ({
  subject: 'You already have an account',
  paragraphs: [
    `Somebody used this address for another Goodies account. It already belongs to your account ${username}, so it cannot be verified for the other one.`,
    'If it was you, log in to the account you have, or choose a new password there if you lost it.',
  ],
  label: 'Log in',
  path: '/login',
  notes: ['If it was not you, ignore this message: nobody has got into your account.'],
});
