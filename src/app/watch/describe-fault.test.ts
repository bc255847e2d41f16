import { Value } from 'typebox/value';
import { expect, it } from 'vitest';

import { ClientErrorBody } from '../../../contract/devices/client-errors.ts';
import { describeFault } from './describe-fault.ts';

const ORIGIN = 'https://goodies.test';
const OWN = `    at read (${ORIGIN}/assets/live-a1b2c3d4.js:1:2345)`;
const fault = (message: string, ...frames: string[]): Error =>
  Object.assign(new Error(message), { stack: [`Error: ${message}`, ...frames].join('\n') });
const isTaken = (described: object | undefined): boolean =>
  Value.Check(ClientErrorBody, { kind: 'error', route: '/', engine: 'other', ...described });

it('names the app’s own files alone', () => {
  const described = describeFault(
    fault(
      'gone',
      OWN,
      '    at chrome-extension://abc/inject.js:1:1',
      `run@${ORIGIN}/assets/welcome-00ff00ff.js:2:7`,
      `    at ${ORIGIN}/reset-password?token=secret:1:1`,
    ),
    ORIGIN,
  );
  expect(described).toEqual({
    message: 'Error: gone',
    frames: ['live-a1b2c3d4.js:1:2345', 'welcome-00ff00ff.js:2:7'],
  });
  expect(isTaken(described)).toBe(true);
});

it.each([
  ['mail addresses', 'no <ada@goodies.test> here', 'no [address] here'],
  ['addresses of pages', 'at https://goodies.test/v/1?code=4829104467320', 'at [address]'],
  ['codes', 'code 4829104467320 or 4829-1044-67320', 'code # or #'],
  ['phones', 'call 0801 234 5678 or +2348012345678', 'call # # or +#'],
  ['money', 'moved 12,500.00 of 1 234', 'moved # of #'],
  ['numbers of vouchers', 'no row 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'no row #'],
  ['tokens', 'Bearer eyJhbGciOiJIUzI1_-x', 'Bearer #'],
  [
    'quoted data',
    `Unexpected token 'A', "Ada Obi, L"... is not JSON`,
    `Unexpected token 'A', [text]... is not JSON`,
  ],
  ['quoted data without an end', 'read "Ada Obi', 'read [text]'],
  ['lines', 'one\ntwo', 'one two'],
])('leaves out %s', (_what, message, left) => {
  const described = describeFault(fault(message, OWN), ORIGIN);
  expect(described?.message).toBe(`Error: ${left}`);
  expect(isTaken(described)).toBe(true);
});

it('leaves what says which fault it is', () => {
  const message = `Minified React error #418; Cannot read properties of undefined (reading 'ulid')`;
  expect(describeFault(fault(message, OWN), ORIGIN)?.message).toBe(`Error: ${message}`);
});

it.each([
  ['a fault of somebody else', fault('gone', '    at chrome-extension://abc/inject.js:1:1')],
  [
    'code that could not be fetched',
    fault(`Failed to fetch dynamically imported module: ${ORIGIN}/assets/live-a1b2c3d4.js`),
  ],
  [
    'styles that could not be fetched',
    fault(`Unable to preload CSS for ${ORIGIN}/assets/money-a1b2c3d4.css`, OWN),
  ],
  ['what is no error', 'gone'],
])('is silent about %s', (_what, what) => {
  expect(describeFault(what, ORIGIN)).toBeUndefined();
});

it('fits what a server takes, however long it is', () => {
  const frames = Array.from({ length: 50 }, (_, n) => `at ${ORIGIN}/assets/a-${n}.js:1:${n}`);
  const described = describeFault(fault('😀'.repeat(99_999), ...frames), ORIGIN);
  expect(described?.frames).toHaveLength(8);
  expect(isTaken(described)).toBe(true);
});
