import { ERRORS, isErrorCode } from '../../../../contract/errors.ts';

/**
 * What the log-in page says when another page sent a visitor there with `?error=`. Only words of the
 * catalogue: a link must not be able to put its own on this page.
 */
export function loginErrorText(error: string | null): string | undefined {
  if (error === null) return undefined;
  return ERRORS[isErrorCode(error) ? error : 'login_failed'].message;
}
