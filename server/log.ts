import pino, { type DestinationStream, type Logger } from 'pino';

import { describeError } from './lib/describe-error.ts';

/** Names that hold secrets wherever an object that has them is logged. */
const REDACT = ['*.headers.authorization', '*.token', '*.password', '*.code'];

/** What leaves the process at once: of errors nothing is to be lost. */
const AT_ONCE = pino.levels.values['error'] ?? 0;
const BATCH_BYTES = 4096;
const FLUSH_EVERY_MS = 1_000;
/** What is not read from us is let go past this: memory is worth more than lines. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Where the server writes its log: standard error, so that what a person reads at start stays readable. Lines leave
 * together, after a second at the latest; errors at once, and with them what came before; the rest when the process
 * ends, unless it is killed.
 */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({
    dest: 2,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
    maxLength: MAX_WAITING_BYTES,
    // As texts, all that is waiting would be put together anew at each line.
    contentMode: 'buffer',
  });
  return {
    // Has the level of each line written down here before the line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(Buffer.from(line) as unknown as string);
      if (this.lastLevel >= AT_ONCE) output.flush();
    },
  } as DestinationStream & { lastLevel: number };
}

/** The server's log: JSON lines without secrets, codes, tokens and mail addresses. */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino({ level, redact: REDACT, serializers: { err: describeError } }, destination);
