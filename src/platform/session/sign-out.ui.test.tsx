import 'fake-indexeddb/auto';
import { get, set } from 'idb-keyval';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { EVENTS, KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { deviceKeys } from '../../../local/keys.ts';
import type { Identity } from '../../../workers/api-client.ts';
import { clearToasts, toasts, toast } from '../toast-store.ts';
import { forgetOnPage } from './leave-expired-session.ts';
import { hasSessionExpired, readSession, refreshSession, watchOtherTabs } from './session.ts';
import { signOut } from './sign-out.ts';

const LEFT = { token: 'token', deviceId: 'device-1' };

const worker = vi.hoisted(() => ({
  logout: vi.fn<() => Promise<Result<Identity>>>(),
  endSession: vi.fn<(left: Identity) => Promise<Result<undefined>>>(),
}));
vi.mock('../worker/data-worker.ts', () => ({
  callWorker: (ask: (api: typeof worker) => unknown) => ask(worker),
  stopDataWorker: () => undefined,
}));

/** The test's browser has none. */
class Channel {
  readonly port1 = Object.assign(new EventTarget(), {
    start: () => undefined,
    close: () => undefined,
  });
  readonly port2 = {
    postMessage: (data: unknown) => this.port1.dispatchEvent(new MessageEvent('message', { data })),
  };
}

/** A page on which somebody is signed in, with a server that answers by `told`. */
async function signIn(told: Promise<Result<undefined>>): Promise<void> {
  worker.logout.mockImplementation(async () => {
    await deviceKeys.clear();
    return ok(LEFT);
  });
  worker.endSession.mockReturnValue(told);
  await set(KEYS.token, 'token');
  await refreshSession();
}

afterEach(() => {
  clearToasts();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('leaves nothing on the page, and waits for no server', async () => {
  await signIn(new Promise(() => undefined));
  localStorage.setItem(LOCAL.keptGuesses, '{}');
  localStorage.setItem(LOCAL.fcmInitialized, '1');
  toast('You won NGN 5,000', { durationMs: 0 });
  await signOut();
  expect(await get(KEYS.token)).toBeUndefined();
  expect(await readSession()).toBe('signed-out');
  expect(hasSessionExpired()).toBe(false);
  expect(localStorage.getItem(LOCAL.keptGuesses)).toBeNull();
  expect(localStorage.getItem(LOCAL.fcmInitialized)).toBeNull();
  expect(toasts.get()).toEqual([]);
  expect(worker.endSession).toHaveBeenCalledExactlyOnceWith(LEFT);
});

it('says to the server that a user is signed in here, and takes it back before anything else is waited for', async () => {
  await signIn(new Promise(() => undefined));
  expect(document.cookie).toContain('signed_in=1');
  const leaving = forgetOnPage();
  expect(document.cookie).not.toContain('signed_in');
  await leaving;
  await refreshSession();
  expect(document.cookie).toContain('signed_in=1');
  await signOut();
  expect(document.cookie).not.toContain('signed_in');
});

it('has the service worker forget, also on a page that it does not control', async () => {
  vi.stubGlobal('MessageChannel', Channel);
  const postMessage = vi.fn((_message: unknown, [port]: MessagePort[]) =>
    port?.postMessage({ type: 'user-forgotten' }),
  );
  const container = {
    controller: null,
    getRegistration: async () => ({ active: { postMessage } }),
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  await signIn(new Promise(() => undefined));
  await signOut();
  expect(postMessage.mock.calls.map(([message]) => message)).toEqual([{ type: 'forget-user' }]);
});

it('says that the server did not end the session', async () => {
  const refused = Promise.resolve(fail({ code: 'logout_failed', message: 'Logout failed' }));
  await signIn(refused);
  await signOut();
  await refused;
  await Promise.resolve();
  expect(toasts.get()).toMatchObject([{ kind: 'error', message: 'Logout failed' }]);
});

describe('pages of other tabs', () => {
  const another = new StorageEvent('storage', { key: LOCAL.unauthenticatedSession });
  const putBy = Object.assign(new Event('pageshow'), { persisted: true });

  /** A page of somebody, and how it begins anew. */
  async function openPage() {
    const reload = vi.fn<() => void>();
    onTestFinished(watchOtherTabs(reload));
    await set(KEYS.token, 'token');
    await refreshSession();
    return reload;
  }

  it.each([
    ['has left', another, undefined],
    ['has left and another has come', another, 'of another user'],
    ['has left while it was put by', putBy, undefined],
  ])('begin anew where their user %s', async (_what, event, next) => {
    const reload = await openPage();
    await deviceKeys.clear();
    if (next) await set(KEYS.token, next);
    dispatchEvent(event);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('stay as they are where their user has not, and where there was none', async () => {
    const reload = await openPage();
    dispatchEvent(another);
    dispatchEvent(putBy);
    await readSession();
    await deviceKeys.clear();
    await refreshSession();
    dispatchEvent(another);
    expect(await readSession()).toBe('signed-out');
    await set(KEYS.token, 'token');
    dispatchEvent(another);
    await vi.waitFor(async () => expect(await readSession()).toBe('signed-in'));
    expect(reload).not.toHaveBeenCalled();
  });

  it('tell of no sign-in where the same user is still here, so that nothing is fetched anew', async () => {
    await openPage();
    const told = vi.fn<() => void>();
    addEventListener(EVENTS.authStateChanged, told);
    onTestFinished(() => removeEventListener(EVENTS.authStateChanged, told));
    dispatchEvent(putBy);
    dispatchEvent(another);
    await readSession();
    expect(await get(KEYS.token)).toBe('token');
    // A sign-out is told, and by then these would have been.
    await deviceKeys.clear();
    dispatchEvent(putBy);
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    expect(told).toHaveBeenCalledOnce();
  });
});
