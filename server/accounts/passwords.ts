import { hash, verify } from '@node-rs/argon2';

import { createGate } from '../lib/gate.ts';

/** Each takes a processor for 30 ms and 19 MiB; the last of the row waits for a second or two. */
const SIZE = { atOnce: 2, waiting: 100 };
/**
 * Who asks. A crowd at the log-in and the sign-up, which anybody may start, keeps no signed-in user from their money: its
 * PIN and password have permits of their own.
 */
const GATES = { visitor: createGate(SIZE), user: createGate(SIZE) };
type Asker = keyof typeof GATES;

/** argon2id with the library's defaults: 19 MiB, 2 passes, 1 lane. Of a password that cannot be entered. */
const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdC1vZi1ub2JvZHk$bm9ib2R5LWhhcy10aGlzLXBhc3N3b3JkLWF0LWFsbCE';

/**
 * How a password stands in the database: argon2id, with its salt and costs in the text.
 * @throws AppError `busy` where too many wait for it already
 */
export const hashPassword = (password: string, asker: Asker = 'visitor'): Promise<string> =>
  GATES[asker](() => hash(password));

/**
 * Whether a password belongs to a stored hash. Without one it works just as long and says no, so that the
 * time of an answer does not tell whether an account exists.
 * @throws AppError `busy` where too many wait for it already
 */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  asker: Asker = 'visitor',
): Promise<boolean> {
  const matches = await GATES[asker](() => verify(stored ?? UNMATCHABLE_HASH, password));
  return matches && typeof stored === 'string';
}
