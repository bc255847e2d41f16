import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface WireCount {
  statements: number;
  roundTrips: number;
}

const HEAD_BYTES = 5;
const LENGTH_BYTES = 4;
const TRANSACTION_WORDS = /^(begin|commit|rollback)/i;
/** Nodes poll for jobs at any time, so these statements are not counted. */
const OF_JOBS = /\bjobs\./;

/**
 * PostgreSQL's protocol 3 sends messages of a letter, a length and content; the first of a client
 * has no letter. `Q` is a single statement, `E` executes a prepared one.
 */
function readMessages(
  onMessage: (letter: string, content: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStarted ? HEAD_BYTES : LENGTH_BYTES;
      if (rest.length < head) return;
      const end = head - LENGTH_BYTES + rest.readUInt32BE(head - LENGTH_BYTES);
      if (rest.length < end) return;
      if (isStarted) onMessage(String.fromCodePoint(rest[0] ?? 0), rest.subarray(head, end));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

function readText(content: Buffer): readonly [text: string, rest: Buffer] {
  const end = content.indexOf(0);
  return [content.toString('utf8', 0, end), content.subarray(end + 1)];
}

export function countConnection(count: WireCount): {
  readonly sent: (chunk: Buffer) => void;
  readonly answered: () => void;
} {
  const prepared = new Map<string, string>();
  let bound = '';
  let isNewTrip = true;
  const run = (statement: string): void => {
    if (OF_JOBS.test(statement)) return;
    if (isNewTrip) count.roundTrips += 1;
    isNewTrip = false;
    if (!TRANSACTION_WORDS.test(statement)) count.statements += 1;
  };
  const sent = readMessages((letter, content) => {
    const [first, rest] = readText(content);
    if (letter === 'P') prepared.set(first, readText(rest)[0]);
    if (letter === 'B') bound = prepared.get(readText(rest)[0]) ?? '';
    if (letter === 'E') run(bound);
    if (letter === 'Q') run(first);
  });
  return {
    sent,
    answered: () => {
      isNewTrip = true;
    },
  };
}

export interface CountedWay {
  readonly url: string;
  readonly count: Readonly<WireCount>;
  readonly close: () => void;
}

export async function openCountedWay(databaseUrl: string): Promise<CountedWay> {
  const target = new URL(databaseUrl);
  const count: WireCount = { statements: 0, roundTrips: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const { sent, answered } = countConnection(count);
    for (const [from, to, see] of [
      [client, database, sent],
      [database, client, answered],
    ] as const) {
      sockets.add(from);
      from
        .on('data', (chunk: Buffer) => {
          see(chunk);
          to.write(chunk);
        })
        .on('error', () => undefined)
        .on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, count, close };
}
