import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fail, ok, type Result } from '../../../../contract/result.ts';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { dismissToast, toasts } from '../../../platform/toast-store.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { buttonNamed, click, one, render, settle, type } from '../../../ui/test-render.ts';
import GoogleCallbackPage from '../auth/google/google-callback-page.tsx';
import { goToGoogle, takeGoogleLogin } from '../auth/google/google-login.ts';
import { ConfirmWithGoogle } from './confirm-with-google.tsx';

const PROOF = { state: 's', key: 'k' };

type Answer = Result<unknown>;
const answers: Record<string, Answer> = {};
const calls: [name: string, body: unknown][] = [];
const worker = new Proxy(
  {},
  {
    get: (_, name: string) => async (body: unknown) => {
      calls.push([name, body]);
      return answers[name] ?? ok('');
    },
  },
);
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (of: object) => unknown) => ask(worker),
}));

const refusal = (code: ErrorCode): Result<never> => fail({ code, message: errorMessage(code) });

beforeEach(() => {
  sessionStorage.clear();
  calls.length = 0;
  for (const name of Object.keys(answers)) delete answers[name];
});
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.unstubAllGlobals();
});

async function open(path: string, page: React.ReactElement): Promise<HTMLElement> {
  history.replaceState(null, '', path);
  const { container } = render(<AppRouter path={path}>{page}</AppRouter>);
  await settle();
  return container;
}

test('the way to Google keeps the key in this tab, and where the PIN is wanted', async () => {
  answers['beginGoogleProof'] = ok({ url: '#google', key: 'k' });
  const container = await open(
    '/wallet',
    <ConfirmWithGoogle returnTo="/wallet?withdraw" onLeave={() => undefined} />,
  );
  click(buttonNamed(container, /Confirm with Google/));
  await settle();
  expect(calls).toEqual([['beginGoogleProof', undefined]]);
  expect(location.hash).toBe('#google');
  expect(takeGoogleLogin()).toEqual({ key: 'k', next: '/wallet?withdraw', isProof: true });
});

test('a refusal is said, as that there is no network, and Google can be asked again', async () => {
  answers['beginGoogleProof'] = refusal('offline');
  const container = await open(
    '/wallet',
    <ConfirmWithGoogle returnTo="/wallet" onLeave={() => undefined} />,
  );
  const confirm = (): HTMLButtonElement => buttonNamed(container, /Confirm with Google/);
  click(confirm());
  await settle();
  expect(one(container, '[role=alert]').textContent).toBe(errorMessage('offline'));
  expect(confirm().disabled).toBe(false);
  expect(takeGoogleLogin()).toBeUndefined();
});

/** Comes back from Google to `path`, as the tab that went there. */
function comeBack(path: string): Promise<HTMLElement> {
  goToGoogle(ok({ key: 'k', url: '#' }), { next: '/wallet?withdraw', isProof: true });
  return open(path, <GoogleCallbackPage />);
}
const CALLBACK = '/auth/google/callback?code=c&state=s';

async function typeTwice(container: HTMLElement): Promise<void> {
  for (const label of ['New PIN', 'New PIN once more']) {
    expect(one(container, 'label').textContent).toBe(label);
    await act(async () => type(one(container, 'input') as HTMLInputElement, '246810'));
  }
  await settle();
}

test('after Google the PIN is typed twice, nothing else is asked, and the form is there again', async () => {
  const container = await comeBack(CALLBACK);
  expect(calls).toEqual([['finishGoogleProof', { code: 'c', ...PROOF }]]);
  expect(one(container, 'h1').textContent).toBe('Choose your PIN');
  // What came back is in no address that somebody could find.
  expect(location.search).toBe('');
  await typeTwice(container);
  expect(calls[1]).toEqual(['setPin', { pin: '246810', google: PROOF }]);
  expect(location.pathname + location.search).toBe('/wallet?withdraw');
});

const told = (): string[] => toasts.get().map(({ message }) => message);

test.each([
  ['/auth/google/callback?error=access_denied&state=s', 'google_no_code'],
  [CALLBACK, 'google_other_account'],
] as const)('%s leads back to the form, which asks for Google again: %s', async (path, code) => {
  answers['finishGoogleProof'] = refusal('google_other_account');
  const container = await comeBack(path);
  expect(told()).toEqual([errorMessage(code)]);
  expect(location.pathname + location.search).toBe('/wallet?withdraw');
  expect(container.querySelector('input')).toBeNull();
});

test('so does a proof that is over', async () => {
  answers['setPin'] = refusal('google_proof_over');
  await typeTwice(await comeBack(CALLBACK));
  expect(told()).toEqual([errorMessage('google_proof_over')]);
  expect(location.pathname + location.search).toBe('/wallet?withdraw');
});

test('what another site put in as the way back is not followed', async () => {
  goToGoogle(ok({ key: 'k', url: '#' }), { next: '//evil.test/', isProof: true });
  await typeTwice(await open(CALLBACK, <GoogleCallbackPage />));
  expect(location.pathname).toBe('/');
});
