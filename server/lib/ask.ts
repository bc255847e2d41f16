import { AppError } from '../http/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { within } from './within.ts';

/** How long a question to another company may take while a person waits, however many calls are made of it. */
const ASK_WAIT_MS = 10_000;

/**
 * Waits for another company's answer while a person does.
 * @throws AppError with the given code when it cannot be asked, or takes too long
 */
export async function ask<T extends object>(question: Promise<T>, code: ErrorCode): Promise<T> {
  let answer: T | undefined;
  try {
    answer = await within(question, ASK_WAIT_MS);
  } catch (error) {
    throw new AppError(code, { cause: error });
  }
  if (!answer) throw new AppError(code);
  return answer;
}
