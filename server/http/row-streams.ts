import { Readable } from 'node:stream';

import { createGate } from '../lib/gate.ts';
import { AppError } from './app-error.ts';

const MAX_OF_USER = 2;
/** Few simultaneous reads leave database connections for other requests. */
const READS: Parameters<typeof createGate>[0] = { atOnce: 2, waiting: 100 };
const STALL_MS = 60_000;
const RETRY_SECONDS = 5;

interface RowFile {
  readonly lines: AsyncIterable<string>;
}

export interface RowStreams {
  /** A failed stream is aborted, so that no client takes a part for the whole file. */
  open<File extends RowFile>(
    userId: number,
    begin: () => Promise<File>,
  ): Promise<Omit<File, 'lines'> & { readonly lines: Readable }>;
}

export function createRowStreams(stallMs = STALL_MS): RowStreams {
  const ofUser = new Map<number, number>();
  const inTurn = createGate(READS);
  const leave = (userId: number): void => {
    const left = (ofUser.get(userId) ?? 1) - 1;
    if (left > 0) ofUser.set(userId, left);
    else ofUser.delete(userId);
  };

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
    async open(userId, begin) {
      const count = ofUser.get(userId) ?? 0;
      if (count >= MAX_OF_USER)
        throw new AppError('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
      ofUser.set(userId, count + 1);
      try {
        const file = await inTurn(begin);
        const rows = readOn(file.lines, () => lines.destroy(new Error('nothing was taken')));
        const lines: Readable = Readable.from(rows);
        lines.once('close', () => leave(userId));
        return { ...file, lines };
      } catch (error) {
        leave(userId);
        throw error;
      }
    },
  };
}
