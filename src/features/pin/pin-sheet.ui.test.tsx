import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { choosePin } from '../../domain/accounts/pin/with-pin.ts';
import { one, render } from '../../ui/test-render.ts';
import { PinSheet } from './pin-sheet.tsx';

let hasPassword: boolean;
vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { user: { user: { has_password: hasPassword } } } }),
}));
vi.mock('../../platform/worker/data-worker.ts', () => ({ callWorker: async () => undefined }));

test('who has no password is asked for none, and led to where one is chosen', async () => {
  hasPassword = false;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(container.querySelector('input')).toBeNull();
  const way = one(container, 'a');
  expect(way.getAttribute('href')).toBe('/profile/personal-info');
  await act(async () => way.click());
  expect(location.pathname).toBe('/profile/personal-info');
  expect(container.querySelector('a')).toBeNull();
});

test('who has one types it beside the PIN', async () => {
  hasPassword = true;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(container.querySelectorAll('input')).toHaveLength(3);
});
