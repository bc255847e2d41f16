import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { fail, ok, type Result } from '../../../../../contract/result.ts';
import { LOCAL } from '../../../../../contract/storage-keys.ts';
import { AppRouter } from '../../../../platform/routing/router.tsx';
import { one, render, settle } from '../../../../ui/test-render.ts';
import { storePendingEmail } from '../device-memory.ts';
import VerifyEmailPage from './verify-email-page.tsx';
import { mailboxOf } from './verify-waiting.tsx';

let user:
  | { readonly username?: string; readonly email: string; readonly email_verified: boolean }
  | undefined;
vi.mock('../../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: user && { user } }),
}));
vi.mock('../../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
let verify: () => Result<undefined>;
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
const verifyCode = vi.fn(async (_code: string): Promise<Result<undefined>> => ok(undefined));
const updateProfile = vi.fn(async (_changes: object): Promise<Result<undefined>> => ok(undefined));
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
      verifyEmail: async () => verify(),
      verifyCode,
      updateProfile,
      resendVerification,
    }),
}));

const buttonOf = (container: HTMLElement, name: string): HTMLButtonElement => {
  const found = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
};

const codeField = (container: HTMLElement): HTMLInputElement => {
  const field = one(container, 'input[name=code]');
  if (!(field instanceof HTMLInputElement)) throw new Error('the code has no field');
  return field;
};

async function enter(container: HTMLElement, field: string, text: string): Promise<void> {
  const input = one(container, field);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Who has signed up and waits for the mail. @param wayBack of a guess that waits */
async function openWaiting(email: string, wayBack?: string) {
  storePendingEmail(email);
  user = { username: 'ada', email, email_verified: false };
  if (wayBack !== undefined) localStorage.setItem(LOCAL.pendingRedirect, wayBack);
  const opened = openPage('');
  await settle();
  return opened;
}

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

test('whoever is verified already is offered no mail that never comes', async () => {
  storePendingEmail('');
  user = { email: 'ada@mail.test', email_verified: true };
  const { container } = openPage('');
  await settle();
  expect(one(container, 'h1').textContent).toBe(ACCOUNT_MESSAGES.emailVerified);
  expect(container.textContent).not.toContain('No verification token provided');
  expect(container.querySelector('button')).toBeNull();
  user = undefined;
});

test('an address that was put right after the sign-up is the one that the mail goes to', async () => {
  storePendingEmail('ada@gmial.test');
  user = { email: 'ada@gmail.test', email_verified: false };
  const { container } = openPage('');
  await settle();
  expect(container.textContent).toContain('We sent a 6-digit code to ada@gmail.test.');
  await act(async () => buttonOf(container, 'Send a new code').click());
  expect(resendVerification).toHaveBeenLastCalledWith('ada@gmail.test');
  user = undefined;
  storePendingEmail('');
});

describe('the page that waits for the mail', () => {
  beforeEach(() => {
    session = 'signed-in';
    verifyCode.mockClear();
    return () => {
      user = undefined;
      localStorage.clear();
    };
  });

  test('takes the code at its sixth digit, and leads to the guess without a page between', async () => {
    const { container } = await openWaiting('ada@mail.test', '/v/7');
    expect(container.textContent).toContain('Then your guess is sent by itself.');
    const field = codeField(container);
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
    await enter(container, 'input[name=code]', '482 11');
    expect(verifyCode).not.toHaveBeenCalled();
    await enter(container, 'input[name=code]', '482 113');
    expect(verifyCode.mock.calls).toEqual([['482113']]);
    expect(location.pathname).toBe('/v/7');
    expect(localStorage.getItem(LOCAL.pendingRedirect)).toBeNull();
  });

  test('says how many tries are left, and empties the field for the next', async () => {
    verifyCode.mockResolvedValueOnce(
      fail({ code: 'verification_code_wrong', message: 'This code is not right. Tries left: 4' }),
    );
    const { container } = await openWaiting('ada@mail.test');
    await enter(container, 'input[name=code]', '111111');
    expect(container.textContent).toContain('Tries left: 4');
    expect(codeField(container).value).toBe('');
    await enter(container, 'input[name=code]', '482113');
    expect(container.textContent).toContain('E-mail verified');
    expect(container.textContent).not.toContain('Check your e-mail');
  });

  test('keeps a code that was not answered, and sends it again at a tap', async () => {
    verifyCode.mockResolvedValueOnce(fail({ code: 'network', message: 'No network' }));
    const { container } = await openWaiting('ada@mail.test');
    await enter(container, 'input[name=code]', '482113');
    expect(codeField(container).value).toBe('482113');
    await act(async () => buttonOf(container, 'Try again').click());
    expect(verifyCode).toHaveBeenCalledTimes(2);
    expect(container.textContent).toContain('E-mail verified');
  });

  test('goes on by itself once another tab or device has verified the address', async () => {
    const { container, rerender } = await openWaiting('ada@mail.test', '/v/7');
    // The tab of the link forgets it for all.
    localStorage.removeItem(LOCAL.pendingRedirect);
    expect(container.textContent).toContain('Check your e-mail');
    user = { email: 'ada@mail.test', email_verified: true };
    await act(async () =>
      rerender(
        <AppRouter path="/verify-email" search="">
          <VerifyEmailPage />
        </AppRouter>,
      ),
    );
    expect(location.pathname).toBe('/v/7');
  });

  test('opens the mailbox of well-known providers, and of others says where to look', async () => {
    const { container } = await openWaiting('ada@gmail.com');
    expect(one(container, 'a[target=_blank]').textContent).toContain('Open mail');
    expect(mailboxOf('Ada@Yahoo.co.uk')).toBe('https://mail.yahoo.com/');
    expect(mailboxOf('ada@gmail.com.evil.test')).toBeUndefined();
    const { container: other } = await openWaiting('ada@mail.test');
    expect(other.textContent).not.toContain('Open mail');
    expect(other.textContent).toContain('Look in Spam');
  });

  test('changes a wrong address in place, with the password', async () => {
    const { container } = await openWaiting('ada@gmial.com');
    await act(async () => buttonOf(container, 'Change it').click());
    await enter(container, 'input[type=email]', 'ada@gmail.com');
    await enter(container, 'input[type=password]', 'a-good-password');
    await act(async () => buttonOf(container, 'Send the code').click());
    expect(updateProfile).toHaveBeenCalledWith({
      email: 'ada@gmail.com',
      password: 'a-good-password',
    });
    expect(container.textContent).toContain('Check your e-mail');
  });

  test('of whoever is not signed in here speaks of the link alone', async () => {
    session = 'signed-out';
    storePendingEmail('ada@mail.test');
    const { container } = openPage('');
    await settle();
    expect(container.textContent).toContain('We sent a link to ada@mail.test.');
    expect(container.querySelector('input')).toBeNull();
  });
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
  verify = () => fail({ code: 'network', message: errorMessage('network') });
  const { container } = openPage('?token=a91f');
  await settle();
  expect(container.textContent).toContain('Your link is waiting');
  verify = () => ok(undefined);
  await act(async () => returnNetwork());
  expect(container.textContent).toContain('E-mail verified');
  expect(container.querySelector('a[href="/v/7"]')?.textContent).toBe('Go to your guess');

  // That of another address, later.
  const { container: later } = openPage('?token=b82e');
  await settle();
  expect(later.textContent).toContain('Going to home');
});
