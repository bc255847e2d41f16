import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../http/app-error.ts';

/** The work continues after the timeout, and the caller must handle its failure. @returns undefined on timeout */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

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
