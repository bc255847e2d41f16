import { constraintOf, sqlStateOf } from '../db/transaction.ts';

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
