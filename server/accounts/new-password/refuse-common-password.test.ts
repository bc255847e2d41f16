import { expect, it } from 'vitest';

import { refuseCommonPassword } from './refuse-common-password.ts';

const owner = { username: 'ada_obi7', email: 'ada.obi@mail.test' };

it.each([
  'password',
  'PassWord1',
  '12345678',
  'iloveyou',
  'goodies1',
  'Goodies2026!',
  '!!voucher!!',
  'ada_obi7',
  'AdaObi1990',
  'ada.obi@mail.test',
])('%s is tried first, so it is refused', async (password) => {
  await expect(refuseCommonPassword(password, owner)).rejects.toMatchObject({
    code: 'password_common',
    fields: { password: [expect.any(String)] },
  });
});

it.each(['goodies-demo', '        ', '73918264', 'aaaaaaab', 'пароль и ещё', 'x'.repeat(100)])(
  '%s is allowed: nobody asks what a password is made of',
  async (password) => {
    await expect(refuseCommonPassword(password, owner)).resolves.toBeUndefined();
  },
);

it('names of digits alone refuse no other digits', async () => {
  const digits = { username: '1234', email: '5678@mail.test' };
  await expect(refuseCommonPassword('73918264', digits)).resolves.toBeUndefined();
});
