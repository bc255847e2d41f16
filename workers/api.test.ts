import { expect, it, vi } from 'vitest';

import { json } from '../local/testing/fake-environment.ts';
import { failure } from './failure.ts';
import { workerFixture, signedInFixture } from './testing/worker-fixture.ts';

it('reports an exception that was not foreseen, and answers a failure', async () => {
  const { api, keys, faults } = workerFixture(() => json(200));
  const fault = new TypeError('undefined is not a function');
  keys.readToken = () => Promise.reject(fault);
  expect(await api.refreshWallets()).toEqual({ ok: false, error: failure('worker_failed') });
  expect(await api.logout()).toEqual({ ok: false, error: failure('worker_failed') });
  expect(faults).toEqual([fault, fault]);
});

it('reports no storage that is full: that is said to the person', async () => {
  const { api, db, keys, faults } = await signedInFixture(() => json(200));
  const full = new DOMException('no room', 'QuotaExceededError');
  vi.spyOn(keys, 'readToken').mockRejectedValue(full);
  expect(await api.refreshWallets()).toEqual({ ok: false, error: failure('storage_full') });
  expect(await db.user.count()).toBe(1);
  expect(faults).toEqual([]);
});
