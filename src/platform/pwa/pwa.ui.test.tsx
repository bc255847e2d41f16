import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { EVENTS } from '../../../contract/storage-keys.ts';
import { ok } from '../../../contract/result.ts';
import { navigate } from '../routing/router.tsx';
import { callWorker, tellWorker } from '../worker/data-worker.ts';
import { registerServiceWorker } from './pwa.ts';

vi.mock('../worker/data-worker.ts', () => ({ callWorker: vi.fn(), tellWorker: vi.fn() }));
vi.mock('../network-idle.ts', () => ({ whenFirstScreenLoaded: () => world.idle }));
vi.mock('../routing/router.tsx', () => ({ navigate: vi.fn() }));

const world = vi.hoisted(() => ({ idle: Promise.resolve() }));
/** What the page did, in order. */
const done: string[] = [];
const onNews = (): void => void done.push('asked for anew');

let container: EventTarget;
/** What each service worker was asked, in order. */
const asked: [build: string, question: unknown][] = [];
const serviceWorker = (build: string) => ({
  postMessage: (question: unknown) => void asked.push([build, question]),
});
const registration = { active: serviceWorker('before') };

/** Has the service worker say something. */
const say = (data: object): void =>
  void container.dispatchEvent(new MessageEvent('message', { data }));

beforeEach(async () => {
  vi.stubEnv('DEV', false);
  container = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    register: async () => void done.push('registered'),
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.mocked(tellWorker).mockImplementation(async () => void done.push('made stale'));
  vi.mocked(callWorker).mockResolvedValue(ok(undefined));
  addEventListener(EVENTS.newsHeard, onNews);
  history.replaceState(null, '', '/wallet?page=2');
  await registerServiceWorker();
  done.length = 0;
});
afterEach(() => {
  removeEventListener(EVENTS.newsHeard, onNews);
  done.length = 0;
});

it('installs nothing while somebody signs in for the first time, and looks for updates at once', async () => {
  let settle = (): void => undefined;
  world.idle = new Promise((resolve) => (settle = resolve));
  history.replaceState(null, '', '/login');
  const first = registerServiceWorker();
  expect(done).toEqual([]);
  settle();
  await first;
  expect(done).toEqual(['registered']);

  world.idle = new Promise(() => undefined);
  Object.assign(container, { controller: serviceWorker('before') });
  await registerServiceWorker();
  expect(done).toEqual(['registered', 'registered']);

  Object.assign(container, { controller: null });
  history.replaceState(null, '', '/v/7');
  await registerServiceWorker();
  expect(done).toEqual(['registered', 'registered', 'registered']);
  world.idle = Promise.resolve();
});

it('asks anew for what is on the screen when something was pushed, after making it stale', async () => {
  say({ type: 'pushed' });
  await vi.waitFor(() => expect(done).toEqual(['made stale', 'asked for anew']));
});

it('does so when the page that a notification leads to is there already', async () => {
  say({ type: 'navigate', path: '/wallet?page=2' });
  await vi.waitFor(() => expect(done).toEqual(['made stale', 'asked for anew']));
  expect(navigate).not.toHaveBeenCalled();
});

it('has a voucher that is opened cached by the service worker that is in use then', async () => {
  registration.active = serviceWorker('newer');
  history.replaceState(null, '', '/v/7');
  dispatchEvent(new Event('pushState'));
  expect(asked).toContainEqual(['newer', { type: 'cache-document', path: '/v/7' }]);
});

it('says that it has heard where a notification leads', () => {
  const port = { postMessage: vi.fn() };
  const message = new MessageEvent('message', { data: { type: 'navigate', path: '/v/7' } });
  Object.defineProperty(message, 'ports', { value: [port] });
  container.dispatchEvent(message);
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(true);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/v/7');
});
