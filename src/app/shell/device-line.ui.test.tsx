import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';

import { ok } from '../../../contract/result.ts';
import { deviceState, setDeviceState } from '../../platform/storage/device-state.ts';
import { DeviceLine } from './device-line.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const checkStorage = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../../platform/worker/data-worker.ts', () => ({ checkStorage }));

async function show(of: Parameters<typeof DeviceLine>[0]['of']) {
  setDeviceState(of);
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<DeviceLine of={of} />));
  return {
    container,
    press: () => act(async () => container.querySelector('button')?.click()),
    leave: () => act(async () => root.unmount()),
  };
}

it('says what to do about a full phone, and looks at a tap whether it was done', async () => {
  checkStorage.mockResolvedValue(ok('ok'));
  const { container, press, leave } = await show('full');
  expect(container.querySelector('[role=status]')?.textContent).toContain('Your phone is full.');
  await press();
  expect(deviceState.getSnapshot()).toBe('ok');
  await leave();
});

it('goes away with a tap where there is nothing to do', async () => {
  checkStorage.mockReset();
  const { container, press, leave } = await show('rebuilt');
  expect(container.textContent).toContain('Your money is safe.');
  await press();
  expect(deviceState.getSnapshot()).toBe('ok');
  expect(checkStorage).not.toHaveBeenCalled();
  await leave();
});
