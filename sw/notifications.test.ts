import { describe, expect, it } from 'vitest';
import { openNotification } from './notification-click.ts';
import { notificationOf, pathWithin } from './notification.ts';
import { showPush } from './push.ts';

const ORIGIN = 'https://goodies.test';
const MESSAGE = { title: 'You won', body: '₦5,000', url: '/v/7?from=push', tag: 'win-7' };

interface FakeWindow {
  readonly url: string;
  readonly focused?: boolean;
  readonly visibilityState?: DocumentVisibilityState;
}

function windows(...states: FakeWindow[]) {
  const log: string[] = [];
  const opened = states.map((state) => ({
    visibilityState: 'hidden',
    focused: false,
    ...state,
    url: `${ORIGIN}${state.url}`,
    focus: () => {
      log.push(`focus ${state.url}`);
      return Promise.reject(new Error('needs activation'));
    },
    postMessage: (message: unknown) => log.push(`post ${state.url} ${JSON.stringify(message)}`),
  }));
  const clients = {
    // Fakes stand for what the browser would hand out.
    matchAll: async () => opened as unknown as WindowClient[],
    openWindow: async (url: string | URL) => {
      log.push(`open ${String(url)}`);
      return null;
    },
  } as unknown as Pick<Clients, 'matchAll' | 'openWindow'>;
  return { log, clients };
}

async function shown(data: unknown, ...states: FakeWindow[]): Promise<string[]> {
  const titles: string[] = [];
  const show = async (title: string): Promise<void> => void titles.push(title);
  const json = typeof data === 'function' ? (data as () => unknown) : () => data;
  await showPush({ origin: ORIGIN, clients: windows(...states).clients, show }, { json });
  return titles;
}

describe('a push message', () => {
  it('is shown with title, text, tag and the page it leads to', () => {
    expect(notificationOf(MESSAGE, ORIGIN)).toEqual({
      title: 'You won',
      options: {
        body: '₦5,000',
        tag: 'win-7',
        icon: '/icons/icon-192.png',
        data: { path: '/v/7?from=push' },
      },
    });
  });

  it.each([
    ['our own data', MESSAGE],
    ["the push service's envelope", { from: '1', data: MESSAGE }],
  ])('is read as %s', async (_, data) => {
    expect(await shown(data)).toEqual(['You won']);
  });

  it.each([
    ['no title', { body: 'x' }],
    ['no object', 'hello'],
    ['null', null],
    [
      'no JSON',
      () => {
        throw new SyntaxError('x');
      },
    ],
  ])('shows nothing for garbage: %s', async (_, data) => {
    expect(await shown(data)).toEqual([]);
  });

  it('is not shown to a user who looks at its page', async () => {
    expect(await shown(MESSAGE, { url: '/v/7', focused: true })).toEqual([]);
    expect(await shown(MESSAGE, { url: '/v/7', focused: false })).toEqual(['You won']);
    expect(await shown(MESSAGE, { url: '/v/8', focused: true })).toEqual(['You won']);
    expect(await shown({ title: 'News' }, { url: '/', focused: true })).toEqual(['News']);
  });
});

describe('where a notification leads', () => {
  it.each([
    ['/v/7?a=b', '/v/7?a=b'],
    [`${ORIGIN}/wallet`, '/wallet'],
    ['https://evil.test/x', '/'],
    ['//evil.test/x', '/'],
    ['javascript:alert(1)', '/'],
    ['http://[', '/'],
    [undefined, '/'],
  ])('%s is %s', (address, path) => {
    expect(pathWithin(ORIGIN, address)).toBe(path);
  });

  it('is the window that shows it already', async () => {
    const { log, clients } = windows({ url: '/', focused: true }, { url: '/v/7' });
    await openNotification({ origin: ORIGIN, clients }, { path: '/v/7' });
    expect(log).toEqual(['focus /v/7']);
  });

  it('is the best window there is, by message', async () => {
    const { log, clients } = windows({ url: '/a' }, { url: '/b', visibilityState: 'visible' });
    await openNotification({ origin: ORIGIN, clients }, { path: '/v/7' });
    expect(log).toEqual(['post /b {"type":"navigate","path":"/v/7"}', 'focus /b']);
  });

  it('is a new window when there is none, of our own origin', async () => {
    const { log, clients } = windows();
    await openNotification({ origin: ORIGIN, clients }, { path: '/v/7' });
    await openNotification({ origin: ORIGIN, clients }, { path: 'https://evil.test/' });
    await openNotification({ origin: ORIGIN, clients }, null);
    expect(log).toEqual([`open ${ORIGIN}/v/7`, `open ${ORIGIN}/`, `open ${ORIGIN}/`]);
  });
});
