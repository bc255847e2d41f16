import { eq } from 'drizzle-orm';

import { SetPinBody, type GoogleProof } from '../../contract/accounts.ts';
import { isSimplePin } from '../../contract/accounts/pin.ts';
import { MessageAnswer, type OwnerProof } from '../../contract/common.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError, errorOfField, fieldError } from '../http/app-error.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { pinForgottenMail, pinSetMail } from '../notifications/mail/account-mails.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import { countChange } from './count-attempts.ts';
import {
  createEmailToken,
  findEmailToken,
  mailAboutAccount,
  mayMail,
  tooManyMails,
  spendEmailToken,
} from './email-tokens.ts';
import { spendGoogleProof } from './google/google-proof.ts';
import { outgoingPause } from './outgoing-pause.ts';
import { hasPasskey } from './passkeys/check-passkey.ts';
import { confirmPassword, hashPassword, lockPassword } from './passwords.ts';
import { requirePin } from './pin.ts';
import { proofIn } from './sessions.ts';
import { getUser, lockUser, type UserRow } from './users.ts';

interface PinChoice extends Omit<OwnerProof, 'pin'> {
  readonly userId: number;
  readonly address: string;
  readonly pin: string;
  readonly old_pin?: string;
  readonly password?: string;
  /** Of a mailed link, where the PIN is forgotten. */
  readonly token?: string;
  readonly google?: GoogleProof;
}

/** Uses the proof up, with the user locked. */
type Use = (tx: Db, now: Date) => Promise<void>;

/**
 * Chooses a PIN and unlocks it. The first one takes the password, or Google's proof where there is none; another one
 * the old PIN or a passkey; the password and a mailed link do, too, and then no money leaves for a day.
 * @throws AppError `pin_too_simple`, `link_expired`, and those of `requirePin`, `confirmPassword` and
 * `spendGoogleProof`
 */
export async function setPin(deps: Deps, choice: PinChoice): Promise<void> {
  const { userId, pin, token } = choice;
  if (isSimplePin(pin)) throw errorOfField('pin', 'pin_too_simple');
  const before = await getUser(deps.db, userId);
  const use = await prove(deps, choice, before);
  await countChange(deps, userId);
  const pinHash = await hashPassword(pin, 'user');
  await inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    await lockPin(tx, before, token === undefined);
    await use(tx, now);
    const pause = token === undefined ? undefined : outgoingPause('pin', now);
    await tx
      .update(users)
      .set({ pinHash, pinTries: 0, pinLockedUntil: null, ...pause })
      .where(eq(users.id, userId));
    await mailAboutAccount(tx, deps, before, (freeze) => pinSetMail(freeze, pause !== undefined));
  });
}

async function prove(deps: Deps, choice: PinChoice, { id, pinHash }: UserRow): Promise<Use> {
  const { token, google } = choice;
  if (token !== undefined) return provePassword(deps, choice);
  if (pinHash !== null || (await hasPasskey(deps.db, id))) return proveOwner(deps, choice);
  if (!google) return provePassword(deps, choice);
  // Only the locked user tells whether Google may still stand in for a password.
  return async (tx, now) => spendGoogleProof(tx, await lockUser(tx, id), google, now);
}

const proveOwner = (deps: Deps, { userId, old_pin: pin, passkey }: PinChoice): Promise<Use> =>
  requirePin(deps, {
    userId,
    proof: { ...(pin !== undefined && { pin }), ...(passkey && { passkey }) },
    requestKey: undefined,
    isPinNeeded: true,
  });

async function provePassword(
  deps: Deps,
  { userId, address, password, token }: PinChoice,
): Promise<Use> {
  if (password === undefined) throw fieldError('password', 'is required');
  if (token !== undefined) await findPinLink(deps.db, userId, token, dateOf(deps.clock));
  const confirmed = await confirmPassword(deps, { userId, password, address });
  return async (tx, now) => {
    await lockPassword(tx, confirmed);
    if (token === undefined) {
      if (await hasPasskey(tx, userId)) throw new AppError('passkey_required');
      return;
    }
    await findPinLink(tx, userId, token, now);
    if (!(await spendEmailToken(tx, token, 'pin', now))) throw new AppError('link_expired');
  };
}

async function findPinLink(db: Db, userId: number, token: string, now: Date): Promise<void> {
  const sent = await findEmailToken(db, token, 'pin', now);
  const isOwn = sent?.userId === userId && sent.email === (await getUser(db, userId)).email;
  if (!isOwn) throw new AppError('link_expired');
}

/** Refuses where the PIN that was proved, or was not there, is another one by now. */
async function lockPin(tx: Db, { id, pinHash }: UserRow, isProvedByPin: boolean): Promise<void> {
  const user = await lockUser(tx, id);
  if (isProvedByPin && user.pinHash !== pinHash) throw new AppError('pin_required');
}

/** Mails the link that chooses another PIN together with the password. */
async function mailPinLink(deps: Deps, userId: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const user = await getUser(tx, userId);
    if (!(await mayMail(tx, user.email, now))) throw tooManyMails();
    const token = await createEmailToken(tx, user, 'pin', now);
    await mailUser(tx, deps, user, pinForgottenMail(token));
  });
}

const route = taggedRoutes('Accounts');

export const pinRoutes = routesOf(async (app, deps) => {
  app.post(
    '/user/pin',
    route('user', 'Choose the PIN that is asked for where money leaves', MessageAnswer, {
      description:
        'The first one takes the password, or `google` where there is none; another one the old PIN or a passkey. A forgotten one takes the password and the token of a mailed link; then no money leaves for 24 hours. The user is told by mail.',
      body: SetPinBody,
    }),
    async (request) => {
      await setPin(deps, proofIn(request));
      return { success, message: 'Your PIN is set' };
    },
  );

  app.post(
    '/user/pin/forgotten',
    route('verified', 'Mail a link to choose another PIN', MessageAnswer),
    async (request) => {
      await mailPinLink(deps, callerOf(request).userId);
      return {
        success,
        message: 'A link to choose another PIN is on its way to your e-mail address.',
      };
    },
  );
});
