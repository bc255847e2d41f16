export type NumberFate = 'succeeds' | 'fails' | 'waits';

const FAILING = '0000';
const WAITING = '9999';

/** The end of a phone or account number decides what the sandbox does with it. */
export function fateOf(number: string): NumberFate {
  if (number.endsWith(FAILING)) return 'fails';
  return number.endsWith(WAITING) ? 'waits' : 'succeeds';
}
