import { describe, expect, it } from 'vitest';
import { forgetPush, showPush, type PushDeps } from './push.ts';
import { muteVoucher } from './mute-voucher.ts';
import { openNotification, voucherIn } from './notification-click.ts';
import { notificationOf, pathWithin } from './notification.ts';
import { windowPath } from '../windows.ts';

const ORIGIN = 'https://goodies.test';
const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const MESSAGE = { title: 'You won', body: '₦5,000', url: '/v/7?from=push', tag: 'win-7' };
const PAYLOAD = { ...MESSAGE, id: '', voucher: '', unread: undefined };

const never = (): Promise<void> => new Promise(() => undefined);

interface FakeWindow {
  readonly url: string;
  readonly focused?: boolean;
  readonly visibilityState?: DocumentVisibilityState;
  /** Whether its app does not run yet. */
  readonly isLoading?: boolean;
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
    postMessage: (message: unknown, [port]: MessagePort[] = []) => {
      log.push(`post ${state.url} ${JSON.stringify(message)}`);
      if (!state.isLoading) port?.postMessage(true);
    },
    navigate: async (url: string) => void log.push(`load ${url}`),
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

/** A service worker's surroundings, and what came of the messages that it got. */
function place(states: readonly FakeWindow[], isSignedIn = true) {
  const titles: string[] = [];
  const badges: number[] = [];
  const ids = new Set<string>();
  let told = 0;
  const deps: PushDeps = {
    origin: ORIGIN,
    clients: windows(...states).clients,
    pathOf: async ({ url }) => new URL(url).pathname,
    show: async (title) => void titles.push(title),
    isSignedIn: async () => isSignedIn,
    noteId: async (id) => ids.size < ids.add(id).size,
    setBadge: async (unread) => void badges.push(unread),
    tellPages: async () => {
      told += 1;
    },
  };
  return { deps, titles, badges, told: () => told };
}

async function shown(data: unknown, ...states: FakeWindow[]): Promise<string[]> {
  const { deps, titles } = place(states);
  const json = typeof data === 'function' ? (data as () => unknown) : () => data;
  await showPush(deps, { json });
  return titles;
}

describe('a push message', () => {
  it('is shown with title, text, tag and the page it leads to', () => {
    expect(notificationOf(PAYLOAD, ORIGIN)).toEqual({
      title: 'You won',
      options: {
        body: '₦5,000',
        tag: 'win-7',
        renotify: true,
        icon: '/icons/icon-192.png',
        badge: '/icons/badge-96.png',
        data: { path: '/v/7?from=push', voucher: '' },
      },
    });
  });

  it('of a voucher that goes on lets it be guessed on, and muted', () => {
    const { options } = notificationOf({ ...PAYLOAD, voucher: ULID }, ORIGIN);
    expect(options.actions?.map(({ title }) => title)).toEqual(['Guess', 'Mute this voucher']);
    expect(voucherIn(options.data)).toBe(ULID);
    expect(voucherIn({ path: '/' })).toBe('');
  });

  it('is shown once, tells the pages, and says on the icon how much is unread', async () => {
    const { deps, titles, badges, told } = place([]);
    const message = { data: { ...MESSAGE, id: '7', unread: '3' }, from: '1', fcmMessageId: 'x' };
    for (let again = 0; again < 3; again += 1) await showPush(deps, { json: () => message });
    expect([titles, badges, told()]).toEqual([['You won'], [3], 1]);
  });

  it('is shown where the icon takes no badge', async () => {
    const { deps, titles, told } = place([]);
    const setBadge = () => Promise.reject(new Error('not allowed'));
    await showPush({ ...deps, setBadge }, { json: () => ({ ...MESSAGE, unread: '3' }) });
    expect([titles, told()]).toEqual([['You won'], 1]);
  });

  it('is shown to nobody where nobody is signed in', async () => {
    const { deps, titles, badges } = place([], false);
    await showPush(deps, { json: () => ({ ...MESSAGE, unread: '3' }) });
    expect([titles, badges]).toEqual([[], []]);
  });

  it('shows nothing for garbage', async () => {
    const noJson = (): never => {
      throw new SyntaxError('x');
    };
    expect(await shown(noJson)).toEqual([]);
    expect(await shown({ body: 'x' })).toEqual([]);
  });

  it('is not shown to a user who looks at its voucher', async () => {
    expect(await shown(MESSAGE, { url: '/v/7', focused: true })).toEqual([]);
    expect(await shown(MESSAGE, { url: '/v/7', focused: false })).toEqual(['You won']);
    expect(await shown(MESSAGE, { url: '/v/8', focused: true })).toEqual(['You won']);
    const short = { ...MESSAGE, url: '/lv/7' };
    expect(await shown(short, { url: '/lv/7', focused: true })).toEqual([]);
    expect(await shown({ title: 'News' }, { url: '/', focused: true })).toEqual(['News']);
  });

  it('is shown on any other page, which does not follow by itself', async () => {
    const paid = { title: 'Paid', url: '/wallet' };
    expect(await shown(paid, { url: '/wallet', focused: true })).toEqual(['Paid']);
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
    await openNotification({ origin: ORIGIN, clients, sleep: never }, { path: '/v/7' });
    expect(log).toEqual(['post /v/7 {"type":"navigate","path":"/v/7"}', 'focus /v/7']);
  });

  it('is the best window there is, by message', async () => {
    const { log, clients } = windows({ url: '/a' }, { url: '/b', visibilityState: 'visible' });
    await openNotification({ origin: ORIGIN, clients, sleep: never }, { path: '/v/7' });
    expect(log).toEqual(['post /b {"type":"navigate","path":"/v/7"}', 'focus /b']);
  });

  it('is loaded in a window that is still being loaded itself, and hears no message', async () => {
    const { log, clients } = windows({ url: '/v/1', isLoading: true });
    const sleep = async (): Promise<void> => undefined;
    await openNotification({ origin: ORIGIN, clients, sleep }, { path: '/v/7' });
    expect(log.slice(1)).toEqual(['focus /v/1', `load ${ORIGIN}/v/7`]);
  });

  it('is a new window when there is none, of our own origin', async () => {
    const { log, clients } = windows();
    await openNotification({ origin: ORIGIN, clients, sleep: never }, { path: '/v/7' });
    await openNotification(
      { origin: ORIGIN, clients, sleep: never },
      { path: 'https://evil.test/' },
    );
    await openNotification({ origin: ORIGIN, clients, sleep: never }, null);
    expect(log).toEqual([`open ${ORIGIN}/v/7`, `open ${ORIGIN}/`, `open ${ORIGIN}/`]);
  });
});

describe('muting from a notification', () => {
  const notification = {
    title: 'A digit',
    tag: 'voucher-x',
    data: { path: '/v/x', voucher: ULID },
  };
  async function mute(fetch: () => Promise<Response>, token: string | undefined = 'token') {
    const calls: unknown[][] = [];
    const shownAgain: [string, NotificationOptions][] = [];
    const deps = {
      origin: ORIGIN,
      fetch: (...call: unknown[]) => {
        calls.push(call);
        return fetch();
      },
      keys: { readToken: async () => token || undefined, deviceId: async () => 'device' },
      show: async (...again: [string, NotificationOptions]) => void shownAgain.push(again),
    };
    await muteVoucher(deps, notification, ULID);
    return { calls, shownAgain };
  }

  it('tells the server, as the user', async () => {
    const { calls, shownAgain } = await mute(async () => new Response('{}'));
    expect(calls).toMatchObject([
      [
        `/api/v1/vouchers/${ULID}/mute`,
        { method: 'POST', headers: { authorization: 'Bearer token' } },
      ],
    ]);
    expect(shownAgain).toEqual([]);
  });

  it.each([
    ['without a network', () => Promise.reject(new TypeError('failed')), 'token', 1],
    ['where the server refuses', async () => new Response('', { status: 503 }), 'token', 1],
    ['without a session', async () => new Response('{}'), '', 0],
  ])('says that it was not done: %s', async (_what, fetch, token, sent) => {
    const { calls, shownAgain } = await mute(fetch, token);
    expect(calls).toHaveLength(sent);
    const body = 'Not muted. Open the voucher to try again.';
    const { title, options } = notificationOf(
      { ...PAYLOAD, title: 'A digit', body, tag: 'voucher-x', url: '/v/x', voucher: ULID },
      ORIGIN,
    );
    expect(shownAgain).toEqual([[title, options]]);
  });
});

it('as its user leaves, push ends on the device, whatever of it fails', async () => {
  const log: string[] = [];
  const unsubscribe = () => {
    log.push('unsubscribed');
    return Promise.reject(new Error('no network'));
  };
  const subscription = { unsubscribe } as unknown as PushSubscription;
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    getNotifications: async () => [{ close: () => void log.push('closed') }],
  };
  await forgetPush(registration, async () => void log.push('badge'));
  expect([...log].sort()).toEqual(['badge', 'closed', 'unsubscribed']);
  await forgetPush({ getNotifications: async () => [] }, async () => void log.push('again'));
  expect(log).toContain('again');
});

describe('where a window is', () => {
  const at = (answer: (port: MessagePort) => void) => ({
    url: `${ORIGIN}/opened`,
    postMessage: (_message: unknown, [port]: MessagePort[]) => {
      if (port) answer(port);
    },
  });
  const pathOf = (answer: (port: MessagePort) => void, sleep: () => Promise<void>) =>
    windowPath(at(answer) as unknown as WindowClient, sleep);

  it('is what it says', async () => {
    expect(await pathOf((port) => port.postMessage('/v/7'), never)).toBe('/v/7');
  });

  it('is where it was opened, if it says nothing', async () => {
    expect(
      await pathOf(
        () => undefined,
        async () => undefined,
      ),
    ).toBe('/opened');
  });
});
