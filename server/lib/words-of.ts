import { describeError } from './describe-error.ts';

/** Why a command failed, for who typed it: without the values of its statements, which are people's. */
export function wordsOf(error: unknown): string {
  const { message, type } = describeError(error);
  if (!(error instanceof Error)) return message;
  // A refused connection to a name with several addresses has a code and no message.
  const words = message || ('code' in error ? String(error.code) : type);
  return error.cause ? `${words}: ${wordsOf(error.cause)}` : words;
}
