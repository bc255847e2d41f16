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

const about = { publicOrigin: 'https://goodies.test', username: 'ada', token: 'a_token-1' };

describe('mails about an account', () => {
  it.each([
    ['verifying', verifyEmailMail(about), 'https://goodies.test/verify-email?token=a_token-1'],
    [
      'a new password',
      resetPasswordMail(about),
      'https://goodies.test/forgot-password?token=a_token-1',
    ],
    ['logging in', loginLinkMail(about), 'https://goodies.test/login?token=a_token-1'],
    ['another address', addressLeftMail(about), 'https://goodies.test/login'],
    ['a changed password', passwordChangedMail(about), 'https://goodies.test/forgot-password'],
    ['a PIN', pinSetMail(about), 'https://goodies.test/profile'],
    ['an account that exists', accountExistsMail(about), 'https://goodies.test/login'],
  ])('name the user and bring the link as text and as HTML: %s', (_what, mail, url) => {
    expect(mail.text).toContain('ada');
    expect(mail.text.split(/\s/)).toContain(url);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.subject).not.toContain('\n');
  });

  it('show text as text, whatever it holds', () => {
    const mail = layOut({
      subject: '<b>"&\'',
      greeting: '<script>',
      paragraphs: ['<img src=x>'],
      action: { label: '</a>', url: 'https://goodies.test/?a="><i>' },
      notes: ['<'],
    });
    expect(mail.html).not.toMatch(/<(b|script|img|i)\b/);
    expect(mail.html).toContain('href="https://goodies.test/?a=&quot;&gt;&lt;i&gt;"');
    expect(mail.text).toContain('<script>');
  });
});
