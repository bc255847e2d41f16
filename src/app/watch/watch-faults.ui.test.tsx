import { beforeEach, expect, it, vi } from 'vitest';

import type { ClientErrorBody } from '../../../contract/devices/client-errors.ts';
import { TAB } from '../../../contract/storage-keys.ts';
import { sendFault } from './send-fault.ts';
import { watchFaults } from './watch-faults.ts';

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
