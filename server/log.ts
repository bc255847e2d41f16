import pino, { type DestinationStream, type Logger } from 'pino';

import { constraintOf, sqlStateOf } from './db/transaction.ts';

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

const MAIL_ADDRESS = /[^\s@<>"'(),]+@[^\s@<>"'(),]+/g;
/** SQLSTATE class of values that do not fit: their messages repeat the value. */
const DATA_EXCEPTION = '22';

/** What is written down of an error. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  /** Where it happened, without the message. */
  readonly stack: string;
  readonly sqlState?: string;
  readonly constraint?: string;
  readonly cause?: DescribedError;
}

/**
 * An error as it may be written down, in a log or in the database. Only what is named here leaves the process: a
 * database error carries the values of its statement in several places, and those are e-mail addresses, hashes and
 * sealed codes.
 */
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
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`;
  if (sqlState?.startsWith(DATA_EXCEPTION)) return 'A value does not fit';
  return error.message.replaceAll(MAIL_ADDRESS, '[address]');
}

const isFrame = (line: string): boolean => /^\s+at /.test(line);

/** Why a command failed, for who typed it: without the values of its statements, which are people's. */
export function wordsOf(error: unknown): string {
  const { message, type } = describeError(error);
  if (!(error instanceof Error)) return message;
  // A refused connection to a name with several addresses has a code and no message.
  const words = message || ('code' in error ? String(error.code) : type);
  return error.cause ? `${words}: ${wordsOf(error.cause)}` : words;
}

/** Says on stderr why a command line does not do what it was asked for; returns its exit code. */
export function refuse(reasons: readonly string[], exitCode = 1): number {
  for (const reason of reasons) process.stderr.write(`goodies: ${reason}\n`);
  return exitCode;
}
