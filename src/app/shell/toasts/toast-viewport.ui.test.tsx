import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';

import { AuthFrame } from '../../../features/auth/auth-frame.tsx';
import { clearToasts, toast } from '../../../platform/toast-store.ts';
import { ToastViewport } from './toast-viewport.tsx';

afterEach(() => act(clearToasts));

it('a toast beside a form for logging in stays where it is when the page changes; the next one has its usual place', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (page: 'login' | 'home') =>
    act(async () =>
      root.render(
        <>
          {page === 'login' && <AuthFrame cloth="adire">The form</AuthFrame>}
          <ToastViewport />
        </>,
      ),
    );
  const say = (words: string) =>
    act(async () => {
      toast(words);
      await vi.waitFor(() => expect(status()?.textContent).toBe(words));
    });
  const status = () => document.querySelector('[role=status]');
  const isAtTop = () => status()?.parentElement?.hasAttribute('data-top');
  await show('login');
  await say('Verification email sent');
  expect(isAtTop()).toBe(true);
  await show('home');
  expect(isAtTop()).toBe(true);
  act(clearToasts);
  await say('Copied');
  expect(isAtTop()).toBe(false);
  await act(async () => root.unmount());
});
