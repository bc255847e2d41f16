import { describe, expect, it } from 'vitest';

import {
  accountExistsMail,
  addressLeftMail,
  loginLinkMail,
  passwordChangedMail,
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
      verifyEmailMail('ada', TOKEN),
      'https://goodies.test/verify-email?token=a_token-1',
    ],
    [
      'a new password',
      resetPasswordMail(TOKEN),
      'https://goodies.test/forgot-password?token=a_token-1',
    ],
    ['logging in', loginLinkMail(TOKEN), 'https://goodies.test/login?token=a_token-1'],
    ['another address', addressLeftMail, 'https://goodies.test/login'],
    ['a changed password', passwordChangedMail, 'https://goodies.test/forgot-password'],
    ['a PIN', pinSetMail, 'https://goodies.test/profile'],
    ['an account that exists', accountExistsMail('ada'), 'https://goodies.test/login'],
  ])('name the user and bring the link as text and as HTML: %s', (_what, letter, url) => {
    const mail = layOut(ORIGIN, 'ada', letter);
    expect(mail.text).toContain('ada');
    expect(mail.text.split(/\s/)).toContain(url);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.subject).not.toContain('\n');
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
