import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { choosePin, closePin, withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { AppRouter, navigate } from '../../../platform/routing/router.tsx';
import { one, render, settle } from '../../../ui/test-render.ts';
import { PinSheet } from './pin-sheet.tsx';

let hasPassword: boolean;
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { user: { user: { has_password: hasPassword } } } }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: async () => undefined }));

afterEach(() => act(async () => closePin()));

test('who has no password is asked for none, and led to where one is chosen', async () => {
  hasPassword = false;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(container.querySelector('input')).toBeNull();
  const way = one(container, 'a');
  expect(way.getAttribute('href')).toBe('/profile/security');
  await act(async () => way.click());
  expect(location.pathname).toBe('/profile/security');
  expect(container.querySelector('a')).toBeNull();
});

test('who has one types it beside the PIN', async () => {
  hasPassword = true;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(container.querySelectorAll('input')).toHaveLength(3);
});

test('the step back from what asked for the PIN takes the question along, and nothing is paid', async () => {
  hasPassword = true;
  history.replaceState(null, '', '/bills');
  const { container } = render(
    <AppRouter path="/bills">
      <PinSheet />
    </AppRouter>,
  );
  const refused = {
    ok: false,
    error: { code: 'pin_required', message: 'Enter your PIN' },
  } as const;
  const pay = vi.fn(async () => refused);
  const outcome = withPin(pay);
  await settle();
  expect(container.querySelectorAll('input')).toHaveLength(1);
  await act(async () => navigate('/'));
  expect(container.querySelector('input')).toBeNull();
  expect(await outcome).toBe(refused);
  expect(pay).toHaveBeenCalledOnce();
});
