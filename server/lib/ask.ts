import { AppError } from '../http/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { within } from './within.ts';

const ASK_WAIT_MS = 10_000;

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
