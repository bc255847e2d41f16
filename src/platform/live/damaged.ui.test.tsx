import 'fake-indexeddb/auto';
import { act, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ok } from '../../../contract/result.ts';
import { getDatabase } from '../../../local/database.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { render, until } from '../../ui/test-render.ts';
import { Quiet } from '../lazy/lazy-component.tsx';
import { deviceState } from '../storage/device-state.ts';
import { useLive } from './use-live.ts';

const found = vi.hoisted(() => ({ check: (): unknown => undefined }));
vi.mock('../worker/data-worker.ts', () => ({ checkStorage: () => found.check() }));

const read = vi.fn<() => Promise<string>>();

function Words({ of = 'A', seed }: { of?: string; seed?: string }): ReactElement {
  const state = useLive(() => read(), [of], { seed });
  return <p>{state.phase === 'ready' ? state.data : 'loading'}</p>;
}

const unreadable = (): Promise<never> =>
  Promise.reject(new DOMException('Internal error', 'UnknownError'));

/** Shows it within a boundary: what none catches, `act` throws itself where it is still running by then. */
async function show(element: ReactElement) {
  const onCaughtError = vi.fn<(error: unknown) => void>();
  const within = (next: ReactElement) => <Quiet fallback="code">{next}</Quiet>;
  const { container, rerender } = await act(async () => render(within(element), { onCaughtError }));
  return {
    container,
    onCaughtError,
    show: (next: ReactElement) => act(async () => rerender(within(next))),
  };
}

const answer = (value: StorageCheck): void => {
  found.check = vi.fn<() => Promise<unknown>>(async () => ok(value));
};

beforeEach(() => {
  read.mockReset();
  deviceState.set('ok');
});

it('reads again once the database is made anew, and says that it was', async () => {
  answer('rebuilt');
  read.mockImplementationOnce(unreadable).mockResolvedValue('fetched again');
  const { container } = await show(<Words />);
  await until(() => expect(container.textContent).toBe('fetched again'));
  expect(deviceState.get()).toBe('rebuilt');
  expect(getDatabase().isOpen()).toBe(true);
});

it('recovers again where it is damaged a second time', async () => {
  answer('rebuilt');
  read.mockImplementationOnce(unreadable).mockResolvedValueOnce('fetched again');
  const { container, onCaughtError, show: showNext } = await show(<Words />);
  await until(() => expect(container.textContent).toBe('fetched again'));
  read.mockImplementationOnce(unreadable).mockResolvedValue('fetched once more');
  await showNext(<Words of="B" />);
  await until(() => expect(container.textContent).toBe('fetched once more'));
  expect(found.check).toHaveBeenCalledTimes(2);
  expect(onCaughtError).not.toHaveBeenCalled();
});

it('shows what the document came with where nothing can be read', async () => {
  answer('unavailable');
  read.mockImplementation(unreadable);
  const { container } = await show(<Words seed="from the document" />);
  await until(() => expect(deviceState.get()).toBe('unavailable'));
  await until(() => expect(read).toHaveBeenCalledTimes(2));
  expect(container.textContent).toBe('from the document');
});

it('leaves a fault of a query to the page’s error, without a word about the device', async () => {
  answer('ok');
  read.mockRejectedValue(new TypeError('undefined is not a function'));
  const { onCaughtError } = await show(<Words />);
  await until(() => expect(onCaughtError).toHaveBeenCalled());
  expect(found.check).not.toHaveBeenCalled();
  expect(deviceState.get()).toBe('ok');
});
