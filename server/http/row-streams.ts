import { Readable } from 'node:stream';

import { createGate } from '../lib/gate.ts';
import { createUserPlaces } from '../lib/user-places.ts';

const MAX_OF_USER = 2;
/** Few simultaneous reads leave database connections for other requests. */
const READS: Parameters<typeof createGate>[0] = { atOnce: 2, waiting: 100 };
const STALL_MS = 60_000;

interface RowFile {
  readonly lines: AsyncIterable<string>;
}

export function createRowStreams(stallMs = STALL_MS) {
  const enter = createUserPlaces(MAX_OF_USER);
  const inTurn = createGate(READS);

  async function* readOn(lines: AsyncIterable<string>, onStall: () => void): AsyncIterable<string> {
    const rows = lines[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await inTurn(() => rows.next());
      if (done) return;
      const timer = setTimeout(onStall, stallMs).unref();
      try {
        yield value;
      } finally {
        clearTimeout(timer);
      }
    }
  }

  return {
    /** A failed stream is aborted, so that no client takes a part for the whole file. */
    async open<File extends RowFile>(userId: number, begin: () => Promise<File>) {
      const leave = enter(userId);
      try {
        const file = await inTurn(begin);
        const rows = readOn(file.lines, () => lines.destroy(new Error('nothing was taken')));
        const lines: Readable = Readable.from(rows);
        lines.once('close', leave);
        return { ...file, lines };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
