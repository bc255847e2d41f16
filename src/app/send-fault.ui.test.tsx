import { Value } from 'typebox/value';
import { beforeEach, expect, it, vi } from 'vitest';

import { ClientErrorBody } from '../../contract/devices/client-errors.ts';
import { TAB } from '../../contract/storage-keys.ts';
import { watchFaults } from './entry-client.tsx';
import { describeFault, sendFault } from './send-fault.ts';

const told: ClientErrorBody[] = [];
const send = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', send);
beforeEach(() => {
  told.length = 0;
  sessionStorage.removeItem(TAB.toldFaults);
  send.mockImplementation(async (_url, init) => {
    told.push(JSON.parse(init?.body as string) as ClientErrorBody);
    return new Response();
  });
});

const faultAt = (place: string, message = 'gone'): Error =>
  Object.assign(new Error(message), { stack: `at ${location.origin}/assets/${place}` });

const eventOf = (error: Error): ErrorEvent => new ErrorEvent('error', { error });

it('tells of what nobody caught, by the pattern of the page', async () => {
  history.replaceState(null, '', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV?code=1234');
  watchFaults();
  dispatchEvent(eventOf(new Error('of somebody else')));
  dispatchEvent(eventOf(faultAt('live.js:1:2')));
  const reason = faultAt('data-worker-a1b2c3d4.js:1:2');
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told).toEqual([
    {
      kind: 'error',
      message: 'Error: gone',
      frames: ['live.js:1:2'],
      route: '/v/:id',
      engine: expect.any(String),
    },
    expect.objectContaining({ kind: 'worker' }),
  ]);
  expect(send).toHaveBeenCalledWith(
    '/api/v1/client-errors',
    expect.objectContaining({ keepalive: true, credentials: 'omit' }),
  );
});

it('tells of each place once, and of five at most', async () => {
  for (let n = 0; n < 9; n += 1) {
    await sendFault(eventOf(faultAt(`a.js:1:${n}`)));
    await sendFault(eventOf(faultAt(`a.js:1:${n}`, 'in other words')));
  }
  expect(told.map(({ frames }) => frames)).toEqual(
    Array.from({ length: 5 }, (_, n) => [`a.js:1:${n}`]),
  );
});

it('leaves one that does not arrive at that', async () => {
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const event = eventOf(faultAt('b.js:1:1'));
  await expect(sendFault(event)).rejects.toThrow('Failed to fetch');
  await sendFault(event);
  expect(told).toEqual([]);
});

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
