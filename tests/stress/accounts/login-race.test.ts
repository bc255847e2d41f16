import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { removePasskey } from '../../../server/accounts/passkeys/own-passkeys.ts';
import { setPin } from '../../../server/accounts/set-pin.ts';
import { logIn } from '../../../server/accounts/sign-in.ts';
import { changePassword } from '../../../server/accounts/change-password.ts';
import { deleteUser } from '../../../server/accounts/delete-user.ts';
import { updateUser } from '../../../server/accounts/profile.ts';
import { sessions, users } from '../../../server/db/schema/accounts.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { keepSessions, meet } from './meet.ts';

const ADDRESS = '192.0.2.7';
/** No session's: each of the user's is to end. */
const NO_SESSION = 0;

const scene = setUpScene();

const logInAs = ({ username }: Person, password = PASSWORD): Promise<string> =>
  outcomeOf(
    logIn(scene.deps, {
      login: username,
      password,
      remember: false,
      address: ADDRESS,
      userAgent: '',
    }),
  );

const countSessions = ({ userId }: Person): Promise<number> =>
  scene.deps.db.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

it('a log-in with the old password while it is being changed begins no session', async () => {
  const { deps } = scene;
  const person = await addPerson(deps, 'changing');
  const newPassword = 'a-password-of-now';
  const proof = { userId: person.userId, password: PASSWORD, address: ADDRESS };
  const change = () =>
    outcomeOf(changePassword(deps, { ...proof, newPassword, sessionId: NO_SESSION }));
  const outcomes = await meet(deps.db, keepSessions(person), change, () => logInAs(person));
  expect(outcomes).toEqual(['done', 'invalid_credentials']);
  expect(await countSessions(person)).toBe(0);
  expect(await logInAs(person, newPassword)).toBe('done');
});

it('a log-in to an account that is being deleted begins no session', async () => {
  const { deps } = scene;
  const person = await addPerson(deps, 'leaving');
  const proof = { userId: person.userId, password: PASSWORD, address: ADDRESS };
  const leave = () => outcomeOf(deleteUser(deps, proof));
  const outcomes = await meet(deps.db, keepSessions(person), leave, () => logInAs(person));
  expect(outcomes).toEqual(['done', 'invalid_credentials']);
  expect(await countSessions(person)).toBe(0);
});

const THIEF = { password: PASSWORD, address: '198.51.100.9' };
it.each([
  [
    'password',
    (userId: number) =>
      changePassword(scene.deps, {
        ...THIEF,
        userId,
        newPassword: 'a-password-of-thieves',
        sessionId: NO_SESSION,
      }),
  ],
  [
    'address',
    (userId: number) => updateUser(scene.deps, { ...THIEF, userId, email: 'thief@mail.test' }),
  ],
  ['pin', (userId: number) => setPin(scene.deps, { ...THIEF, userId, pin: '294617' })],
  ['passkey', (userId: number) => removePasskey(scene.deps, { ...THIEF, userId, id: 1 })],
  ['account', (userId: number) => deleteUser(scene.deps, { ...THIEF, userId })],
])('who knows the old password changes no %s once there is a new one', async (what, change) => {
  const { deps } = scene;
  const person = await addPerson(deps, `robbed_of_${what}`);
  const newPassword = 'a-password-of-now';
  const own = { userId: person.userId, password: PASSWORD, address: ADDRESS };
  const outcomes = await meet(
    deps.db,
    keepSessions(person),
    () => outcomeOf(changePassword(deps, { ...own, newPassword, sessionId: NO_SESSION })),
    () => outcomeOf(change(person.userId)),
  );
  expect(outcomes).toEqual(['done', what === 'account' ? 'unauthenticated' : 'password_wrong']);
  expect(await logInAs(person, newPassword)).toBe('done');
  const [user] = await deps.db.select().from(users).where(eq(users.id, person.userId));
  expect(user).toMatchObject({ email: `${person.username}@goodies.test`, pinHash: null });
});
