import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What was sent to a database. */
export interface WireCount {
  /** Begin and commit not included. */
  statements: number;
  /** Times that the sender went on only after an answer, begin and commit included. */
  roundTrips: number;
}

const HEAD_BYTES = 5;
const LENGTH_BYTES = 4;
const TRANSACTION_WORDS = /^(begin|commit|rollback)/i;
/** Nodes look for jobs all the time, whatever else is asked of them. */
const OF_JOBS = /\bjobs\./;

/**
 * Reads one connection in the protocol of PostgreSQL, version 3: a message is a letter, its length and its content;
 * the first one of a client has no letter. `Q` is a statement by itself, `E` runs one that was prepared before.
 * @param onMessage letter and content of each message, as soon as it is complete
 * @returns takes what the client sends, in pieces of any size
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

/** A text at the beginning of a message, and what follows it. */
function readText(content: Buffer): readonly [text: string, rest: Buffer] {
  const end = content.indexOf(0);
  return [content.toString('utf8', 0, end), content.subarray(end + 1)];
}

/**
 * Counts what a connection says: `sent` is told what its client sends, `answered` that something came back. What
 * looks for jobs is not counted.
 */
export function countConnection(count: WireCount): {
  readonly sent: (chunk: Buffer) => void;
  readonly answered: () => void;
} {
  /** Texts of prepared statements by name; the one without a name is the last that was parsed. */
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

/** A way to a database on which everything is counted. */
export interface CountedWay {
  /** The database's URL by this way. */
  readonly url: string;
  /** Grows with what is sent, whichever caller sends it. */
  readonly count: Readonly<WireCount>;
  readonly close: () => void;
}

/** Opens such a way, on a free port of the loopback address. */
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
