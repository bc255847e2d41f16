import { act } from 'react';
import { expect, it, vi } from 'vitest';

import { ok } from '../../../contract/result.ts';
import { deviceState } from '../../platform/storage/device-state.ts';
import { one, render } from '../../ui/test-render.ts';
import { DeviceLine } from './device-line.tsx';

const checkStorage = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../../platform/worker/data-worker.ts', () => ({ checkStorage }));

function show(of: Parameters<typeof DeviceLine>[0]['of']) {
  deviceState.set(of);
  const { container } = render(<DeviceLine of={of} />);
  return { container, press: () => act(async () => one(container, 'button').click()) };
}

it('says what to do about a full phone, and looks at a tap whether it was done', async () => {
  checkStorage.mockResolvedValue(ok('ok'));
  const { container, press } = show('full');
  expect(container.querySelector('[role=status]')?.textContent).toContain('Your phone is full.');
  await press();
  expect(deviceState.get()).toBe('ok');
});

it('goes away with a tap where there is nothing to do', async () => {
  checkStorage.mockReset();
  const { container, press } = show('rebuilt');
  expect(container.textContent).toContain('Your money is safe.');
  await press();
  expect(deviceState.get()).toBe('ok');
  expect(checkStorage).not.toHaveBeenCalled();
});
