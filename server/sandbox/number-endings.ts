/** What the sandbox does with a number; one that waits is settled by hand. */
export type NumberFate = 'succeeds' | 'fails' | 'waits';

/** Numbers that end like this do not succeed by themselves. */
const FAILING = '0000';
const WAITING = '9999';

/** What becomes of money that goes to or comes from a phone or an account of the sandbox. */
export function fateOf(number: string): NumberFate {
  if (number.endsWith(FAILING)) return 'fails';
  return number.endsWith(WAITING) ? 'waits' : 'succeeds';
}
