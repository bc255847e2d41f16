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

vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: true, value: undefined }),
}));
vi.mock('../call-with-work.ts', () => ({
  callWithWork: async (ask: (worker: object) => unknown) => {
    ask({ beginGoogle: (wish: { readonly remember: boolean }) => wishes.push(wish) });
    return { ok: false, error: { code: 'offline', message: 'No network' } };
  },
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

beforeEach(() => void wishes.splice(0));
afterEach(async () => {
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
