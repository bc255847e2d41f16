import pino, { type DestinationStream, type Logger } from 'pino';

import { constraintOf, sqlStateOf } from './db/transaction.ts';

const REDACT = ['*.headers.authorization', '*.token', '*.password', '*.code'];

/** Errors are flushed at once, so that none is lost. */
const AT_ONCE = pino.levels.values['error'] ?? 0;
const BATCH_BYTES = 4096;
const FLUSH_EVERY_MS = 1_000;
/** Lines above this are dropped, because memory matters more. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** It writes to standard error in batches, at once for errors, and the rest at exit. */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({
    dest: 2,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
    maxLength: MAX_WAITING_BYTES,
    // With texts, pino would join all waiting lines again at each line.
    contentMode: 'buffer',
  });
  return {
    // With this symbol pino sets `lastLevel` before each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(Buffer.from(line) as unknown as string);
      if (this.lastLevel >= AT_ONCE) output.flush();
    },
  } as DestinationStream & { lastLevel: number };
}

export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino({ level, redact: REDACT, serializers: { err: describeError } }, destination);

const MAIL_ADDRESS = /[^\s@<>"'(),]+@[^\s@<>"'(),]+/g;
/** Messages of this SQLSTATE class repeat the value, which may be personal. */
const DATA_EXCEPTION = '22';

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly sqlState?: string;
  readonly constraint?: string;
  readonly cause?: DescribedError;
}

/** Only named fields are logged, because a database error repeats values of its statement. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const [sqlState, constraint] = [sqlStateOf(error), constraintOf(error)];
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error, sqlState),
    stack: (error.stack ?? '').split('\n').filter(isFrame).join('\n'),
    ...(sqlState ? { sqlState } : {}),
    ...(constraint ? { constraint } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

function messageOf(error: Error, sqlState: string | undefined): string {
  if ('query' in error && typeof error.query === 'string')
    return `Failed query: ${error.query.trim().replaceAll(/\s+/g, ' ')}`;
  if (sqlState?.startsWith(DATA_EXCEPTION)) return 'A value does not fit';
  return error.message.replaceAll(MAIL_ADDRESS, '[address]');
}

const isFrame = (line: string): boolean => /^\s+at /.test(line);

export function wordsOf(error: unknown): string {
  const { message, type } = describeError(error);
  if (!(error instanceof Error)) return message;
  // A refused connection to a name with several addresses has a code but no message.
  const words = message || ('code' in error ? String(error.code) : type);
  return error.cause ? `${words}: ${wordsOf(error.cause)}` : words;
}

/** @returns the exit code */
export function refuse(reasons: readonly string[], exitCode = 1): number {
  for (const reason of reasons) process.stderr.write(`goodies: ${reason}\n`);
  return exitCode;
}
