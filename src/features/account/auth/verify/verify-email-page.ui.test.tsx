import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { fail, ok, type Result } from '../../../../../contract/result.ts';
import { LOCAL } from '../../../../../contract/storage-keys.ts';
import { AppRouter } from '../../../../platform/routing/router.tsx';
import { one, render, settle } from '../../../../ui/test-render.ts';
import { storePendingEmail } from '../device-memory.ts';
import VerifyEmailPage from './verify-email-page.tsx';

let user: { readonly email: string; readonly email_verified: boolean } | undefined;
vi.mock('../../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: user && { user } }),
}));
vi.mock('../../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
let verify: (isRepeat: boolean) => Result<undefined>;
let returnNetwork: () => void;
let session: 'signed-in' | 'signed-out' = 'signed-in';
vi.mock('../../../../platform/connectivity.ts', () => ({
  useConnectivity: () => 'online',
  onNetworkReturn: (listener: () => void) => {
    returnNetwork = listener;
    return () => undefined;
  },
}));
vi.mock('../../../../platform/session/session.ts', () => ({
  readSession: async () => session,
  useSession: () => session,
}));
const signOut = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('../../../../platform/session/sign-out.ts', () => ({ signOut }));
const resendVerification = vi.fn(async (_email: string): Promise<Result<{ message: string }>> =>
  ok({ message: ACCOUNT_MESSAGES.verificationSent }),
);
// Without Comlink, which only carries what is told between threads.
vi.mock('../../../../platform/worker/call-with-progress.ts', async () => {
  const { callWorker } = await import('../../../../platform/worker/data-worker.ts');
  return {
    callWithProgress: (use: (worker: never, tell: unknown) => never, tell: unknown) =>
      callWorker((worker) => use(worker as never, tell)),
  };
});
vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) =>
    call({
      verifyEmail: async (_token: string, isRepeat: boolean) => verify(isRepeat),
      resendVerification,
    }),
}));

/** As a link opens it. */
function openPage(search: string) {
  history.replaceState(null, '', `/verify-email${search}`);
  return render(
    <AppRouter path="/verify-email" search={search}>
      <VerifyEmailPage />
    </AppRouter>,
  );
}

test('another mail that was asked for is confirmed, although the page goes back to waiting', async () => {
  verify = () => fail({ code: 'verification_failed', message: 'Failed to verify email' });
  storePendingEmail('ada@mail.test');
  const { container } = openPage('?token=a91f');
  await settle();
  expect(container.textContent).toContain('Failed to verify email');

  await act(async () => one(container, 'button').click());
  expect(container.textContent).toContain('Check your e-mail');
  expect(container.textContent).toContain(
    'Verification email sent successfully! Please check your inbox.',
  );
});

test('that another mail could not be asked for without a network is said until the network is back', async () => {
  verify = () => fail({ code: 'verification_failed', message: 'Failed to verify email' });
  storePendingEmail('ada@mail.test');
  const { container } = openPage('?token=a91f');
  await settle();
  resendVerification.mockResolvedValueOnce(fail({ code: 'network', message: 'No network' }));
  await act(async () => one(container, 'button').click());
  expect(container.textContent).toContain('No network');
  await act(async () => returnNetwork());
  expect(container.textContent).not.toContain('No network');
});

test('a link that is opened again says that the address is verified, and offers no mail that never comes', async () => {
  verify = () => fail({ code: 'verification_failed', message: 'Failed to verify email' });
  user = { email: 'ada@mail.test', email_verified: true };
  const { container } = openPage('?token=a91f');
  await settle();
  expect(container.textContent).toContain(ACCOUNT_MESSAGES.emailVerified);
  expect(container.querySelector('button')).toBeNull();
  user = undefined;
});

test('an address that was put right after the sign-up is the one that the mail goes to', async () => {
  storePendingEmail('ada@gmial.test');
  user = { email: 'ada@gmail.test', email_verified: false };
  const { container } = openPage('');
  await settle();
  expect(container.textContent).toContain('We sent a link to ada@gmail.test. Open it');
  await act(async () => one(container, 'button').click());
  expect(resendVerification).toHaveBeenLastCalledWith('ada@gmail.test');
  user = undefined;
  storePendingEmail('');
});

test('a link of another session asks to log in, and comes back afterwards', async () => {
  verify = () =>
    fail({
      code: 'verification_needs_login',
      message: errorMessage('verification_needs_login'),
    });
  session = 'signed-out';
  const { container } = openPage('?token=a91f');
  await settle();
  expect(container.textContent).toContain('Log in to finish');
  expect(container.textContent).toContain(errorMessage('verification_needs_login'));
  const back = '/login?next=%2Fverify-email%3Ftoken%3Da91f';
  expect(container.querySelector(`a[href="${back}"]`)?.textContent).toBe('Log In');

  // Whoever is signed in to another account leaves that one first: the log-in page would send them on.
  session = 'signed-in';
  const { container: other } = openPage('?token=a91f');
  await settle();
  await act(async () => one(other, 'button').click());
  expect(signOut).toHaveBeenCalledOnce();
  expect(location.pathname + location.search).toBe(back);
});

test('a link without an answer is tried again when the network returns, and leads back to the guess', async () => {
  localStorage.setItem(LOCAL.pendingRedirect, '/v/7');
  verify = (isRepeat) =>
    isRepeat ? ok(undefined) : fail({ code: 'network', message: errorMessage('network') });
  const { container } = openPage('?token=a91f');
  await settle();
  expect(container.textContent).toContain('Your link is waiting');
  await act(async () => returnNetwork());
  expect(container.textContent).toContain('E-mail verified');
  expect(container.querySelector('a[href="/v/7"]')?.textContent).toBe('Go to your guess');

  // That of another address, later.
  verify = () => ok(undefined);
  const { container: later } = openPage('?token=b82e');
  await settle();
  expect(later.textContent).toContain('Going to home');
});
