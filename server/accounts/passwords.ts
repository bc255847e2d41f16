import { hash, verify } from '@node-rs/argon2';

import { createGate } from '../lib/gate.ts';
import { errorOfField, AppError } from '../http/app-error.ts';
import { countPasswordTry, countsOf, forgetTries, LOGIN_WINDOW_MS } from './count-attempts.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { getUser, lockUser, type UserRow } from './users.ts';

/** A hash takes 30 ms of a core and 19 MiB. */
const SIZE = { atOnce: 2, waiting: 100 };
/** Users have a separate queue, so that a flood of sign-ins does not keep them from their money. */
const GATES = { visitor: createGate(SIZE), user: createGate(SIZE) };
type Asker = keyof typeof GATES;

/** This hash matches no password and costs the library's default work. */
const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdC1vZi1ub2JvZHk$bm9ib2R5LWhhcy10aGlzLXBhc3N3b3JkLWF0LWFsbCE';

/** @throws AppError `busy` when the queue is full */
export const hashPassword = (password: string, asker: Asker = 'visitor'): Promise<string> =>
  GATES[asker](() => hash(password));

/** Takes as long without a hash, so that timing does not leak whether an account exists. */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  asker: Asker = 'visitor',
): Promise<boolean> {
  const matches = await GATES[asker](() => verify(stored ?? UNMATCHABLE_HASH, password));
  return matches && typeof stored === 'string';
}

const OUR_WORDS = ['goodies', 'voucher', 'vouchers', 'giveaway', 'giveaways'];

interface Owner {
  readonly username?: string | undefined;
  readonly email: string;
}

let list: Promise<ReadonlySet<string>> | undefined;

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  );
  return list;
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{Letter}]/gu, '');

export async function refuseCommonPassword(password: string, owner: Owner): Promise<void> {
  const [mailbox = ''] = owner.email.split('@');
  const names = [owner.username ?? '', mailbox, owner.email].map(lettersOf).filter(Boolean);
  const isName = [...OUR_WORDS, ...names].includes(lettersOf(password));
  const isOwn = [owner.username, mailbox, owner.email].includes(password.toLowerCase());
  if (!isName && !isOwn && !(await commonPasswords()).has(password.toLowerCase())) return;
  throw errorOfField('password', 'password_common');
}

export interface PasswordProof {
  readonly userId: number;
  readonly password: string;
  readonly address: string;
}

/** @throws AppError `password_wrong` for the given field, `password_unset`, `too_many_requests` */
export async function confirmPassword(
  deps: Deps,
  { userId, password, address }: PasswordProof,
  field = 'password',
): Promise<UserRow> {
  const user = await getUser(deps.db, userId);
  if (user.passwordHash === null) throw new AppError('password_unset');
  const account = countsOf(userId).session;
  if (!(await countPasswordTry(deps, { account, address })))
    throw new AppError('too_many_requests', { retryAfterSeconds: LOGIN_WINDOW_MS / 1000 });
  if (!(await passwordMatches(user.passwordHash, password, 'user')))
    throw errorOfField(field, 'password_wrong');
  await forgetTries(deps, { userId, address });
  return user;
}

/** Locks the confirmed password until the transaction ends; a change since then is refused. */
export async function lockPassword(
  tx: Db,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  field = 'password',
): Promise<void> {
  const user = await lockUser(tx, id);
  if (user.passwordHash !== passwordHash) throw errorOfField(field, 'password_wrong');
}
