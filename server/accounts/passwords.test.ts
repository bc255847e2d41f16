import { describe, expect, it } from 'vitest';

import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';

describe('passwords', () => {
  it('are stored as argon2id, each with its own salt', async () => {
    const [one, two] = [await hashPassword('goodies-demo'), await hashPassword('goodies-demo')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwordMatches(one, 'goodies-demo')).toBe(true);
    expect(await passwordMatches(one, 'goodies-demO')).toBe(false);
  });

  it('are hashed two at a time; past a hundred that wait there is a refusal at once', async () => {
    const burst = await Promise.allSettled(
      Array.from({ length: 110 }, () => passwordMatches('no hash', 'anything')),
    );
    const busy = burst.filter(
      (one) => one.status === 'rejected' && (one.reason as { code?: string }).code === 'busy',
    );
    expect(busy).toHaveLength(8);
    expect(await passwordMatches(undefined, 'anything')).toBe(false);
  });

  it('never match where there is no account or no password', async () => {
    expect(await passwordMatches(undefined, 'anything')).toBe(false);
    expect(await passwordMatches(null, 'anything')).toBe(false);
  });
});

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
