import { describe, expect, it } from 'vitest';

import {
  accountExistsMail,
  addressLeftMail,
  frozenMail,
  googleLinkedMail,
  loginLinkMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  passwordResetMail,
  pinForgottenMail,
  pinSetMail,
  resetPasswordMail,
  verifyEmailMail,
} from './account-mails.ts';
import { layOut } from './layout.ts';

const ORIGIN = 'https://goodies.test';
const TOKEN = 'a_token-1';

describe('mails about an account', () => {
  it.each([
    [
      'verifying',
      verifyEmailMail('ada', TOKEN, '482113'),
      'https://goodies.test/verify-email?token=a_token-1',
    ],
    [
      'a new password',
      resetPasswordMail(TOKEN),
      'https://goodies.test/forgot-password?token=a_token-1',
    ],
    ['logging in', loginLinkMail(TOKEN), 'https://goodies.test/login?token=a_token-1'],
    [
      'another address',
      addressLeftMail('other', TOKEN),
      'https://goodies.test/undo-email?token=a_token-1',
    ],
    [
      'another address than one that was not proved',
      addressLeftMail('other', null),
      'https://goodies.test/login',
    ],
    ['a changed password', passwordChangedMail('other'), 'https://goodies.test/forgot-password'],
    ['a PIN', pinSetMail('other', false), 'https://goodies.test/profile/security'],
    [
      'a forgotten PIN',
      pinForgottenMail(TOKEN),
      'https://goodies.test/profile/pin?token=a_token-1',
    ],
    ['a frozen account', frozenMail(TOKEN), 'https://goodies.test/unfreeze?token=a_token-1'],
    ['an account that exists', accountExistsMail('ada'), 'https://goodies.test/login'],
  ])('name the user and bring the link as text and as HTML: %s', (_what, letter, url) => {
    const mail = layOut(ORIGIN, 'ada', letter);
    expect(mail.text).toContain('ada');
    expect(mail.text.split(/\s/)).toContain(url);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.subject).not.toContain('\n');
  });

  it.each([
    ['a PIN', pinSetMail(TOKEN, true)],
    ['another address', addressLeftMail(TOKEN, 'other')],
    ['a changed password', passwordChangedMail(TOKEN)],
    ['a password chosen by mail', passwordResetMail(TOKEN)],
    ['a passkey', passkeyAddedMail(TOKEN, true)],
    ['a passkey that is gone', passkeyRemovedMail(TOKEN, true)],
    ['Google', googleLinkedMail(TOKEN)],
  ])('bring a link that freezes the account: %s', (_what, letter) => {
    const mail = layOut(ORIGIN, 'ada', letter);
    const url = 'https://goodies.test/freeze?token=a_token-1';
    expect(mail.text).toContain(`This was not me: ${url}`);
    expect(mail.html).toContain(`href="${url}"`);
  });

  it('show text as text, whatever it holds', () => {
    const mail = layOut(ORIGIN, '<script>', {
      subject: '<b>"&\'',
      paragraphs: ['<img src=x>'],
      label: '</a>',
      path: '/?a="><i>',
      notes: ['<'],
    });
    expect(mail.html).not.toMatch(/<(b|script|img|i)\b/);
    expect(mail.html).toContain('href="https://goodies.test/?a=&quot;&gt;&lt;i&gt;"');
    expect(mail.text).toContain('<script>');
  });
});
