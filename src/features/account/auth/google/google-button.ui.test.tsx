import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { getDatabase } from '../../../../../local/database.ts';
import type { RegionRow } from '../../../../../local/rows.ts';
import { loadLive } from '../../../../platform/live/use-live.ts';
import { AppRouter } from '../../../../platform/routing/router.tsx';
import { click, one, render, settle, until } from '../../../../ui/test-render.ts';
import { GoogleButton } from './google-button.tsx';

const wishes: { readonly remember: boolean }[] = [];
const finished: object[] = [];
/** What the server says of a sign-in that begins; undefined where there is no network. */
let begun: object | undefined;

vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: true, value: undefined }),
}));
vi.mock('../call-with-work.ts', () => ({
  callWithWork: async (ask: (worker: object) => unknown) => {
    const isBeginning = wishes.length;
    ask({
      beginGoogle: (wish: { readonly remember: boolean }) => wishes.push(wish),
      finishGoogle: (returned: object) => finished.push(returned),
    });
    if (!begun) return { ok: false, error: { code: 'offline', message: 'No network' } };
    const value =
      wishes.length > isBeginning ? begun : { message: 'You are logged in', redirect: '/wallet' };
    return { ok: true, value };
  },
}));
vi.mock('../../../../platform/session/session.ts', () => ({
  refreshSession: async () => 'signed-in',
}));

const store = (facts: { readonly google?: boolean }) =>
  getDatabase().regions.put({ key: 'kenya', fetchedAt: 1, ...facts } as unknown as RegionRow);

async function open(box = <></>) {
  await loadLive();
  const { container } = render(
    <AppRouter path="/login">
      <GoogleButton />
      {box}
    </AppRouter>,
  );
  await settle();
  return container;
}

beforeEach(() => {
  wishes.splice(0);
  finished.splice(0);
  begun = undefined;
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await getDatabase().regions.clear();
});

test.each([{}, { google: true }])('is there unless the server has no Google: %o', async (facts) => {
  await store(facts);
  expect((await open()).querySelector('button')).not.toBeNull();
});

test('is not there where the server has no Google, and comes back with it', async () => {
  await store({ google: false });
  const container = await open();
  await until(() => expect(container.querySelector('button')).toBeNull());
  await store({ google: true });
  await until(() => expect(container.querySelector('button')).not.toBeNull());
});

test('is not there in a native wrapper', async () => {
  vi.stubGlobal('GoodiesNative', { version: 1 });
  expect((await open()).querySelector('button')).toBeNull();
});

test('remembers nobody who has not asked for it', async () => {
  const box = <input type="checkbox" name="remember" defaultChecked />;
  for (const given of [<></>, box]) {
    const container = await open(given);
    click(one(container, 'button'));
    await settle();
    document.body.replaceChildren();
  }
  expect(wishes.map(({ remember }) => remember)).toEqual([false, true]);
});

test('the terms that are accepted can be read', async () => {
  expect(one(await open(), 'a').getAttribute('href')).toBe('/terms');
});

test('that there was no network is said until it is back', async () => {
  const container = await open();
  click(one(container, 'button'));
  await settle();
  expect(one(container, '[role=alert]').textContent).toBe('No network');
  await act(async () => void dispatchEvent(new Event('online')));
  expect(container.querySelector('[role=alert]')).toBeNull();
});

const BEGUN = {
  url: 'https://accounts.google.test/authorize',
  key: 'key',
  browser: { config_url: 'https://google.test/c.json', client_id: 'us', nonce: 'n', state: 's' },
};
class AskingCredential {
  get configURL() {
    return '';
  }
}

/** A browser that asks Google itself; `goneTo` is where the page went for a redirect. */
function askingBrowser(get: (request: CredentialRequestOptions) => Promise<unknown>) {
  begun = BEGUN;
  const asked = vi.fn(get);
  const goneTo = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  vi.stubGlobal('IdentityCredential', AskingCredential);
  Object.defineProperty(navigator, 'credentials', { value: { get: asked }, configurable: true });
  return { asked, goneTo };
}

const refused = () => Promise.reject(new DOMException('Error retrieving a token.', 'NetworkError'));

async function tap(container: HTMLElement): Promise<void> {
  click(one(container, 'button'));
  await settle();
}

test('the browser asks Google where it can: one tap signs in, and the page is never left', async () => {
  const { asked, goneTo } = askingBrowser(async () => ({ token: 'id-token' }));
  await tap(await open());
  await until(() => expect(location.pathname).toBe('/wallet'));
  expect(finished).toEqual([{ token: 'id-token', state: 's', key: 'key' }]);
  const provider = {
    configURL: 'https://google.test/c.json',
    clientId: 'us',
    nonce: 'n',
    params: expect.objectContaining({ nonce: 'n' }),
  };
  expect(asked.mock.calls).toMatchObject([[{ identity: { providers: [provider] } }]]);
  expect(goneTo).not.toHaveBeenCalled();
});

test('where the browser shows nothing, the same tap goes to Google’s page', async () => {
  const { goneTo } = askingBrowser(refused);
  await tap(await open());
  await until(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith(BEGUN.url));
  expect(finished).toEqual([]);
});

test('whoever closes the browser’s dialog reads nothing wrong, and the next tap goes to Google’s page', async () => {
  const now = performance.now.bind(performance);
  let readMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + readMs);
  const { asked, goneTo } = askingBrowser(() => {
    readMs = 5_000;
    return refused();
  });
  const container = await open();
  await tap(container);
  await until(() => expect(one(container, 'button').getAttribute('aria-busy')).not.toBe('true'));
  expect(container.querySelector('[role=alert]')).toBeNull();
  expect(goneTo).not.toHaveBeenCalled();
  await tap(container);
  await until(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith(BEGUN.url));
  expect(asked).toHaveBeenCalledTimes(1);
});

test.each([
  ['a browser without it', () => vi.stubGlobal('IdentityCredential', undefined)],
  ['a browser that may be silent', () => vi.stubGlobal('IdentityCredential', Object)],
  ['a server whose Google takes no part', () => (begun = { url: BEGUN.url, key: 'key' })],
])('%s goes to Google’s page', async (_, change) => {
  const { asked, goneTo } = askingBrowser(refused);
  change();
  await tap(await open());
  await until(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith(BEGUN.url));
  expect(asked).not.toHaveBeenCalled();
});
