import { act, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { TOAST_MS } from '../../../contract/constants.ts';
import { AuthFrame } from '../../features/account/auth/auth-frame.tsx';
import { clearToasts, toast } from '../../platform/toast-store.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { click, one, render } from '../../ui/test-render.ts';
import { offerSupport } from './offer-support.ts';
import { ToastViewport } from './toast-viewport.tsx';

afterEach(() => act(clearToasts));

const status = (): Element | null => document.querySelector('[role=status]');
const alert = (scope: ParentNode): HTMLElement =>
  one(scope, scope instanceof HTMLDialogElement ? '[aria-live=assertive]' : '[role=alert]');
const say = (words: string, kind: 'info' | 'error' = 'info'): Promise<void> =>
  act(async () => {
    toast(words, { kind });
    await vi.waitFor(() => expect(document.body.textContent).toContain(words));
  });

it('a toast beside a form for logging in stays where it is when the page changes; the next one has its usual place', async () => {
  const page = (shown: 'login' | 'home'): ReactElement => (
    <>
      {shown === 'login' && <AuthFrame pattern="adire">The form</AuthFrame>}
      <ToastViewport />
    </>
  );
  const place = () => status()?.parentElement?.getAttribute('data-beside');
  const { rerender } = render(page('login'));
  await say('Verification email sent');
  expect(place()).toBe('form');
  rerender(page('home'));
  expect(place()).toBe('form');
  act(clearToasts);
  await say('Copied');
  expect(place()).toBe('page');
});

const sheets = (...open: readonly string[]): ReactElement => (
  <>
    <main id="main" tabIndex={-1} />
    {['Withdraw', 'Your PIN'].map((title) => (
      <Sheet key={title} open={open.includes(title)} title={title} onClose={() => undefined}>
        <input aria-label={title} />
      </Sheet>
    ))}
    <ToastViewport />
  </>
);

it('toasts are in the uppermost sheet, whose live regions are there before anything is said', async () => {
  const { rerender } = render(sheets('Withdraw'));
  const [lower, upper] = document.querySelectorAll('dialog') as unknown as [Element, Element];
  expect(alert(lower).textContent).toBe('');
  await say('Network error occurred', 'error');
  expect(alert(lower).textContent).toBe('Network error occurred');
  rerender(sheets('Withdraw', 'Your PIN'));
  expect(alert(upper).textContent).toBe('Network error occurred');
  expect(lower.querySelector('[aria-live]')).toBe(null);
  rerender(sheets('Withdraw'));
  expect(alert(lower).textContent).toBe('Network error occurred');
  rerender(sheets());
  expect(alert(document).textContent).toBe('Network error occurred');
});

it('a toast that is closed with the focus in it gives the focus back to where it came from', async () => {
  render(sheets('Withdraw'));
  const field = one(document, 'input');
  act(() => field.focus());
  await say('Network error occurred', 'error');
  const close = one(alert(document.querySelector('dialog[open]') as Element), 'button');
  act(() => close.focus());
  click(close);
  expect(document.activeElement).toBe(field);
});

it('an error goes with the page that it was read on, and one that leads to the next page stays on that', async () => {
  const leaveFor = (path: string, before?: () => void): Promise<void> =>
    act(async () => {
      // Time enough to have read it.
      vi.setSystemTime(Date.now() + TOAST_MS);
      before?.();
      history.pushState(null, '', path);
      dispatchEvent(new Event('pushState'));
      await vi.advanceTimersByTimeAsync(1);
    });
  vi.useFakeTimers();
  render(sheets());
  await say('Failed to refresh data', 'error');
  await leaveFor('/wallet?top_up=5', () =>
    toast('Please log in to redeem vouchers', { kind: 'error' }),
  );
  expect(alert(document).textContent).toBe('Please log in to redeem vouchers');
  await leaveFor('/wallet?top_up=7');
  expect(alert(document).textContent).toBe('Please log in to redeem vouchers');
  await leaveFor('/');
  expect(alert(document).textContent).toBe('');
  vi.useRealTimers();
});

it('what is said of giveaways leads to support and to the form', async () => {
  render(
    <AppRouter path="/">
      <ToastViewport />
    </AppRouter>,
  );
  await act(async () => {
    offerSupport();
    await vi.waitFor(() => expect(status()?.textContent).toContain('Please contact support'));
  });
  const ways = [...(status()?.querySelectorAll('a') ?? [])];
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Contact support', '/contact'],
    ['Create one here', '/post-voucher'],
  ]);
  click(ways[1] as HTMLElement);
  expect(status()?.textContent).toBe('');
});

it('an error of the network goes when the network is back, another one stays', async () => {
  render(sheets());
  await say('Network error occurred', 'error');
  await say('Failed to refresh data', 'error');
  act(() => void dispatchEvent(new Event('online')));
  expect(alert(document).textContent).toBe('Failed to refresh data');
});
