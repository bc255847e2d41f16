import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { createAccount } from '../../../server/accounts/sign-up.ts';
import { createEmailToken } from '../../../server/accounts/email-tokens.ts';
import {
  beginGoogleLogin,
  finishGoogleLogin,
  type GoogleLoggedIn,
} from '../../../server/accounts/google/google-login.ts';
import type { Identity } from '../../../server/accounts/google/identity-provider.ts';
import { verifyEmail } from '../../../server/accounts/verification.ts';
import { sessions, users } from '../../../server/db/schema/accounts.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import type { Deps } from '../../../server/deps.ts';
import { AppError } from '../../../server/http/app-error.ts';
import { setUpScene } from '../scene.ts';

/** As many as may sign up with one address in an hour. */
const AT_ONCE = 10;
let networks = 0;
const scene = setUpScene();

/** A server whose Google says at once that somebody is this one. */
const withGoogle = (identity: Identity): Deps => ({
  ...scene.deps,
  google: {
    browser: undefined,
    authorizationUrl: async ({ state }) => `https://google.test/?state=${state}`,
    exchange: async () => identity,
    verify: async () => identity,
  },
});

const identityOf = (name: string): Identity => ({
  subject: `google-${name}`,
  verifiedEmail: `${name}@gmail.test`,
  isAuthoritative: true,
});

/** There, and the way back, which may be taken more than once. */
async function goThere(deps: Deps): Promise<() => Promise<GoogleLoggedIn>> {
  const wish = { redirect: '/', referralCode: undefined, remember: false, acceptsTerms: true };
  networks += 1;
  const from = { address: `102.89.${networks}.1`, work: undefined };
  const { url, key } = await beginGoogleLogin(deps, { ...wish, ...from });
  const state = new URL(url).searchParams.get('state') ?? '';
  const back = { code: 'x', state, iss: undefined, key, referralCode: undefined };
  return () =>
    finishGoogleLogin(deps, { ...back, ...from, detectedRegion: undefined, userAgent: '' });
}

/** How many went well; the others must have been refused with this code. */
function succeeded<T>(results: readonly PromiseSettledResult<T>[], code: string): T[] {
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value];
    expect(result.reason).toBeInstanceOf(AppError);
    expect(result.reason).toMatchObject({ code });
    return [];
  });
}

it('one state is good once, however often it comes back at the same moment', async () => {
  const comeBack = await goThere(withGoogle(identityOf('once')));
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, comeBack));
  const [only, ...others] = succeeded(results, 'login_failed');
  expect(others).toEqual([]);
  const open = eq(sessions.userId, only?.user.id ?? 0);
  expect(await scene.deps.db.$count(sessions, open)).toBe(1);
});

it('one person who signs in on many devices at the same moment gets one account', async () => {
  const deps = withGoogle(identityOf('many'));
  const ways = await Promise.all(Array.from({ length: AT_ONCE }, () => goThere(deps)));
  const results = await Promise.allSettled(ways.map((comeBack) => comeBack()));
  const ids = succeeded(results, 'never').map(({ user }) => user.id);
  expect(ids).toHaveLength(AT_ONCE);
  expect(new Set(ids).size).toBe(1);
});

it('one person whose account is linked on many devices at the same moment is told of it once', async () => {
  const { db } = scene.deps;
  const now = new Date();
  for (let round = 0; round < 5; round += 1) {
    const identity = identityOf(`linked-${round}`);
    const email = identity.verifiedEmail ?? '';
    const account = {
      username: `linked_${round}`,
      email,
      passwordHash: null,
      emailVerifiedAt: now,
    };
    const owner = await createAccount(db, { ...account, region: 'kenya' }, now);
    const deps = withGoogle(identity);
    const ways = await Promise.all(Array.from({ length: AT_ONCE }, () => goThere(deps)));
    const results = await Promise.allSettled(ways.map((comeBack) => comeBack()));
    const ids = succeeded(results, 'never').map(({ user }) => user.id);
    expect(ids).toEqual(Array.from({ length: AT_ONCE }, () => owner.id));
    expect(await db.$count(mails, eq(mails.to, email))).toBe(1);
  }
});

it('people with one name at the same moment get accounts of different names', async () => {
  const ways = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      goThere(
        withGoogle({
          subject: `twin-${n}`,
          verifiedEmail: `twin@host${n}.test`,
          isAuthoritative: true,
        }),
      ),
    ),
  );
  const results = await Promise.allSettled(ways.map((comeBack) => comeBack()));
  const names = succeeded(results, 'never').map(({ user }) => user.username);
  expect(new Set(names).size).toBe(5);
});

it('an address that its mail and Google prove at the same moment belongs to one account', async () => {
  const now = new Date();
  for (let round = 0; round < 10; round += 1) {
    const identity = identityOf(`both-${round}`);
    const email = identity.verifiedEmail ?? '';
    const account = { username: `both_${round}`, email, passwordHash: null };
    const { db } = scene.deps;
    const named = await createAccount(db, { ...account, region: 'kenya' as const }, now);
    const token = await createEmailToken(db, named, 'verify', now);
    const comeBack = await goThere(withGoogle(identity));
    const [mail, google] = await Promise.allSettled([
      verifyEmail(scene.deps, { token, callerId: named.id }),
      comeBack(),
    ]);
    const rows = await db.select().from(users).where(eq(users.email, email));
    const owners = rows.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null);
    expect(owners).toHaveLength(1);
    // Whoever was first, Google's user has the address; the other account is linked only if its mail was opened.
    expect(google).toMatchObject({ status: 'fulfilled', value: { user: { id: owners[0]?.id } } });
    expect(owners[0]?.id === named.id).toBe(mail.status === 'fulfilled');
  }
});
