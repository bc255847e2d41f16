import { AppError } from '../http/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { within } from '../lib/within.ts';

/** How long a question to a supplier may take while a person waits, however many calls are made of it. */
const ASK_WAIT_MS = 10_000;

/**
 * Waits for a supplier's answer while a person does.
 * @throws AppError with the given code when it cannot be asked, or takes too long
 */
export async function ask<T extends object>(question: Promise<T>, code: ErrorCode): Promise<T> {
  let answer: T | undefined;
  try {
    answer = await within(question, ASK_WAIT_MS);
  } catch (error) {
    const failure = new AppError(code);
    failure.cause = error;
    throw failure;
  }
  if (!answer) throw new AppError(code);
  return answer;
}
