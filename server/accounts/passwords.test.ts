import { describe, expect, it } from 'vitest';

import { hashPassword, passwordMatches } from './passwords.ts';

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
