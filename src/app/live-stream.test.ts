import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { STREAM_VOUCHERS_MAX } from '../../contract/constants.ts';
import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import { sleep } from '../../local/sleep.ts';
import { memoryLocks } from '../../local/testing/fake-environment.ts';
import { type Change, LiveStream } from './live-stream.ts';

const BALANCE = 'event: balance\nid: e-1\ndata: {}\n\n';
const COMMENT = ':\nid: e-7\n\n';
const ULID = '01JD7Q4KAAAAAAAAAAAAAAAAAA';

interface Connection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  isOver: boolean;
  send(text: string): void;
  end(): void;
  breakOff(): void;
}

/** A tab, whose server answers with streams until it is told otherwise. */
function tab(locks = memoryLocks()) {
  const server = {
    token: 'token' as string | undefined,
    answer: (): Response | undefined => undefined,
  };
  const connections: Connection[] = [];
  const changes: Change[] = [];
  const onOpen = vi.fn<() => void>();
  const openStream = (url: string, { headers, signal }: RequestInit): Response => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (made) => void (controller = made) });
    const connection: Connection = {
      url,
      headers: headers as Record<string, string>,
      isOver: false,
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
      breakOff: () => controller?.error(new TypeError('network error')),
    };
    signal?.addEventListener('abort', () => {
      if (!connection.isOver) controller?.error(signal.reason);
      connection.isOver = true;
    });
    connections.push(connection);
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const stream = new LiveStream({
    fetch: async (url, init) => server.answer() ?? openStream(url, init),
    readToken: async () => server.token,
    locks,
    sleep,
    random: () => 0.5,
    onOpen,
    onChange: (change) => changes.push(change),
  });
  return { server, connections, changes, onOpen, stream };
}

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells of each event, in whatever pieces it comes', async () => {
  const { stream, connections, changes } = tab();
  stream.open([ULID]);
  await settle();
  expect(connections[0]).toMatchObject({
    url: `/api/v1/stream?vouchers=${ULID}`,
    headers: { authorization: 'Bearer token' },
  });
  connections[0]?.send(`id: e-0\n\n${BALANCE}event: vou`);
  connections[0]?.send(`cher\nid: e-2\ndata: {"ulid":"${ULID}"}\n\n${COMMENT}`);
  await settle();
  expect(changes).toEqual([
    { kind: 'balance', ulid: undefined },
    { kind: 'voucher', ulid: ULID },
  ]);
});

it.each(['end', 'breakOff'] as const)('names what it got last after %s', async (how) => {
  const { stream, connections } = tab();
  stream.open([]);
  await settle();
  expect(connections[0]?.headers).not.toHaveProperty('last-event-id');
  connections[0]?.send(BALANCE);
  await settle();
  connections[0]?.[how]();
  await settle(3 * SECOND_MS);
  expect(connections[1]?.headers).toMatchObject({ 'last-event-id': 'e-1' });
});

it('leaves a connection that is silent, and keeps one that is not', async () => {
  const { stream, connections } = tab();
  stream.open([]);
  for (let beats = 0; beats < 8; beats += 1) {
    await settle(25 * SECOND_MS);
    connections[0]?.send(COMMENT);
  }
  expect(connections).toHaveLength(1);
  await settle(MINUTE_MS + 3 * SECOND_MS);
  expect(connections).toHaveLength(2);
  expect(connections[1]?.headers).toMatchObject({ 'last-event-id': 'e-7' });
});

it('comes again when a busy server says, and more seldom to one that fails', async () => {
  const { stream, connections, server, onOpen } = tab();
  const asked = vi.fn<() => Response>(
    () => new Response('', { status: 503, headers: { 'retry-after': '60' } }),
  );
  server.answer = asked;
  stream.open([]);
  await settle(89 * SECOND_MS);
  expect(asked).toHaveBeenCalledOnce();
  await settle(2 * SECOND_MS);
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockImplementation(
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  );
  asked.mockClear();
  await settle(60 * MINUTE_MS);
  expect(asked.mock.calls.length).toBeGreaterThan(20);
  expect(asked.mock.calls.length).toBeLessThan(35);
  expect(onOpen).not.toHaveBeenCalled();
  server.answer = () => undefined;
  for (let s = 0; s < 300 && connections.length === 0; s += 1) await settle(SECOND_MS);
  expect(connections).toHaveLength(1);
  expect(onOpen).toHaveBeenCalledOnce();
});

it.each([
  ['a session that has ended', { status: 401, token: 'token' }],
  ['nobody', { status: 200, token: undefined }],
])('is not tried again for %s, but for the next session', async (_name, { status, token }) => {
  const { stream, connections, server } = tab();
  const asked = vi.fn<() => Response>(() => new Response('{}', { status }));
  Object.assign(server, { token, answer: asked });
  stream.open([]);
  await settle(60 * MINUTE_MS);
  expect(asked).toHaveBeenCalledTimes(token ? 1 : 0);
  Object.assign(server, { token: 'another', answer: () => undefined });
  stream.close();
  stream.open([]);
  await settle();
  expect(connections[0]?.headers).toMatchObject({ authorization: 'Bearer another' });
});

it('stays open for fewer vouchers and opens anew for others', async () => {
  const { stream, connections } = tab();
  stream.open([ULID, 'B']);
  await settle();
  stream.open(['B']);
  stream.open([]);
  await settle();
  expect(connections).toHaveLength(1);
  stream.open(['C']);
  await settle();
  expect(connections.map(({ isOver, url }) => [isOver, url.split('=')[1]])).toEqual([
    [true, `${ULID},B`],
    [false, 'C'],
  ]);
  const many = Array.from({ length: STREAM_VOUCHERS_MAX + 5 }, (_, n) => `V${n}`);
  stream.open(many);
  stream.open(many);
  await settle();
  expect(connections).toHaveLength(3);
  expect(connections[2]?.url.split(',')).toHaveLength(STREAM_VOUCHERS_MAX);
});

it('is open in one tab, and moves to the next one when that is closed', async () => {
  const locks = memoryLocks();
  const [first, second] = [tab(locks), tab(locks)];
  first.stream.open([]);
  second.stream.open([]);
  await settle();
  expect([first.connections.length, second.connections.length]).toEqual([1, 0]);
  first.stream.close();
  await settle(MINUTE_MS);
  expect(first.connections.map(({ isOver }) => isOver)).toEqual([true]);
  expect(second.connections).toHaveLength(1);
});
