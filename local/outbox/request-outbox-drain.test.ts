import { expect, test, vi } from 'vitest';
import { OUTBOX_SYNC_TAG } from '../../contract/storage-keys.ts';
import { requestOutboxDrain } from './enqueue-tracking.ts';

const setUp = (register: () => Promise<void>) => {
  const postMessage = vi.fn<(message: unknown) => void>();
  const sync = { register: vi.fn<(tag: string) => Promise<void>>(register) };
  return { postMessage, sync, active: { postMessage } as unknown as ServiceWorker };
};
const MESSAGE = { type: 'drain-outbox' };

test('online, a sync is registered and the worker told at once', async () => {
  const { postMessage, sync, active } = setUp(() => Promise.resolve());
  await requestOutboxDrain({ active, sync }, () => true);
  expect(sync.register).toHaveBeenCalledExactlyOnceWith(OUTBOX_SYNC_TAG);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE);
});

test('offline, the sync waits for the network alone', async () => {
  const { postMessage, sync, active } = setUp(() => Promise.resolve());
  await requestOutboxDrain({ active, sync }, () => false);
  expect(sync.register).toHaveBeenCalledOnce();
  expect(postMessage).not.toHaveBeenCalled();
});

test.each([
  ['refused', () => setUp(() => Promise.reject(new Error('refused')))],
  ['missing', () => ({ ...setUp(() => Promise.resolve()), sync: undefined })],
])('where Background Sync is %s, the worker is told also offline', async (_, make) => {
  const { postMessage, sync, active } = make();
  await requestOutboxDrain({ active, ...(sync && { sync }) }, () => false);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE);
});
