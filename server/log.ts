import pino, { type DestinationStream, type Logger } from 'pino';

import { describeError } from './lib/describe-error.ts';

/** Names that hold secrets wherever an object that has them is logged. */
const REDACT = ['*.headers.authorization', '*.token', '*.password', '*.code'];

/** The server's log: JSON lines without secrets, codes, tokens and mail addresses. */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino({ level, redact: REDACT, serializers: { err: describeError } }, destination);
