import { readEmail } from '../../../contract/accounts/email-address.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/constants.ts';

export const USERNAME_RULE = '3 to 24 characters: a to z, 0 to 9 and _';
export const EMAIL_RULE = 'Enter an e-mail address, like name@mail.com';
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters`;
const USERNAME_SIGNS = 'Only a to z, 0 to 9 and _';

const USERNAME_MIN_CHARS = 3;
const USERNAME_MAX_CHARS = 24;

export const normaliseUsername = (typed: string): string => typed.trim().toLowerCase();

export function usernameFault(typed: string): string | undefined {
  const username = normaliseUsername(typed);
  if (/[^a-z0-9_]/.test(username)) return USERNAME_SIGNS;
  const isLongEnough = username.length >= USERNAME_MIN_CHARS;
  return isLongEnough && username.length <= USERNAME_MAX_CHARS ? undefined : USERNAME_RULE;
}

export const usernameFaultSoFar = (typed: string): string | undefined =>
  normaliseUsername(typed).length < USERNAME_MIN_CHARS && usernameFault(typed) === USERNAME_RULE
    ? undefined
    : usernameFault(typed);

export const emailFault = (typed: string): string | undefined =>
  readEmail(typed) === undefined ? EMAIL_RULE : undefined;

export const passwordFault = (password: string): string | undefined => {
  if (password.length > PASSWORD_MAX_CHARS) return `At most ${PASSWORD_MAX_CHARS} characters`;
  return password.length < PASSWORD_MIN_CHARS ? PASSWORD_RULE : undefined;
};
