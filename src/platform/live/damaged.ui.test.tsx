import 'fake-indexeddb/auto';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';

import { ok } from '../../../contract/result.ts';
import { getDatabase } from '../../../local/database.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { Quiet } from '../lazy/lazy-component.tsx';
import { deviceState, setDeviceState } from '../storage/device-state.ts';
import { useLive } from './use-live.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const found = vi.hoisted(() => ({ check: (): unknown => undefined }));
vi.mock('../worker/data-worker.ts', () => ({ checkStorage: () => found.check() }));

const read = vi.fn<() => Promise<string>>();

function Words({ of = 'A', seed }: { of?: string; seed?: string }): ReactElement {
  const state = useLive(() => read(), [of], { seed });
  return <p>{state.phase === 'ready' ? state.data : 'loading'}</p>;
}

const unreadable = (): Promise<never> =>
  Promise.reject(new DOMException('Internal error', 'UnknownError'));

async function show(element: ReactElement) {
  const container = document.createElement('div');
  const onCaughtError = vi.fn<(error: unknown) => void>();
  const root = createRoot(container, { onCaughtError });
  // A boundary catches: what none does, `act` throws itself where it is still running by then.
  const render = (next: ReactElement) =>
    act(async () => root.render(<Quiet fallback="code">{next}</Quiet>));
  await render(element);
  return { container, onCaughtError, render, leave: () => act(async () => root.unmount()) };
}

const until = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      check();
    },
    { timeout: 10_000 },
  );

const answer = (value: StorageCheck): void => {
  found.check = vi.fn<() => Promise<unknown>>(async () => ok(value));
};

afterEach(() => {
  read.mockReset();
  setDeviceState('ok');
  vi.useRealTimers();
});

it('reads again once the database is made anew, and says that it was', async () => {
  answer('rebuilt');
  read.mockImplementationOnce(unreadable).mockResolvedValue('fetched again');
  const { container, leave } = await show(<Words />);
  await until(() => expect(container.textContent).toBe('fetched again'));
  expect(deviceState.getSnapshot()).toBe('rebuilt');
  expect(getDatabase().isOpen()).toBe(true);
  await leave();
});

it('recovers again where it is damaged a second time', async () => {
  answer('rebuilt');
  read.mockImplementationOnce(unreadable).mockResolvedValueOnce('fetched again');
  const { container, onCaughtError, render, leave } = await show(<Words />);
  await until(() => expect(container.textContent).toBe('fetched again'));
  read.mockImplementationOnce(unreadable).mockResolvedValue('fetched once more');
  await render(<Words of="B" />);
  await until(() => expect(container.textContent).toBe('fetched once more'));
  expect(found.check).toHaveBeenCalledTimes(2);
  expect(onCaughtError).not.toHaveBeenCalled();
  await leave();
});

it('shows what the document came with where nothing can be read', async () => {
  answer('unavailable');
  read.mockImplementation(unreadable);
  const { container, leave } = await show(<Words seed="from the document" />);
  await until(() => expect(deviceState.getSnapshot()).toBe('unavailable'));
  await until(() => expect(read).toHaveBeenCalledTimes(2));
  expect(container.textContent).toBe('from the document');
  await leave();
});

it('leaves a fault of a query to the page’s error, without a word about the device', async () => {
  answer('ok');
  read.mockRejectedValue(new TypeError('undefined is not a function'));
  const { onCaughtError, leave } = await show(<Words />);
  await until(() => expect(onCaughtError).toHaveBeenCalled());
  expect(found.check).not.toHaveBeenCalled();
  expect(deviceState.getSnapshot()).toBe('ok');
  await leave();
});
