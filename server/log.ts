import pino, { type DestinationStream, type Logger } from 'pino';

import { constraintOf, sqlStateOf } from './db/transaction.ts';

/** Names that hold secrets wherever an object that has them is logged. */
const REDACT = ['*.headers.authorization', '*.token', '*.password', '*.code'];
const MAIL_ADDRESS = /[^\s@<>"'(),]+@[^\s@<>"'(),]+/g;
/** SQLSTATE class of values that do not fit: their messages repeat the value. */
const DATA_EXCEPTION = '22';

/** What a log says of an error. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  /** Where it happened, without the message. */
  readonly stack: string;
  readonly sqlState?: string;
  readonly constraint?: string;
  readonly cause?: DescribedError;
}

/** The server's log: JSON lines without secrets, codes, tokens and mail addresses. */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino({ level, redact: REDACT, serializers: { err: describeError } }, destination);

/**
 * An error as it may be logged. Only what is named here leaves the process: a database error carries the
 * values of its statement in several places, and those are e-mail addresses, hashes and sealed codes.
 */
function describeError(error: unknown): DescribedError {
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
