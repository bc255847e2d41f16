import { readEmail } from '../../../../contract/accounts/email-address.ts';
import type { UpdateUserBody, User } from '../../../../contract/accounts.ts';
import type { Failure } from '../../../../contract/result.ts';
import { emailFault, normaliseUsername, usernameFault } from '../field-rules.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';

export interface PersonalInfo {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export const PERSONAL_FIELDS = ['username', 'email', 'password'] as const;
type PersonalField = (typeof PERSONAL_FIELDS)[number];

export function changesOf(
  user: Pick<User, 'username' | 'email'>,
  { username, email, password }: PersonalInfo,
): UpdateUserBody {
  const name = normaliseUsername(username);
  const address = email === user.email ? email : (readEmail(email) ?? email);
  return {
    ...(name !== user.username && { username: name }),
    ...(address !== user.email && { email: address, password }),
  };
}

export function personalFaults(
  user: Pick<User, 'username' | 'email'>,
  form: PersonalInfo,
): FieldErrors<PersonalField> {
  const changes = changesOf(user, form);
  const username = changes.username === undefined ? undefined : usernameFault(form.username);
  const email = changes.email === undefined ? undefined : emailFault(form.email);
  return {
    ...(username && { username }),
    ...(email && { email }),
    ...(changes.password === '' && { password: 'Enter your password' }),
  };
}

export const personalRefusal = ({ code, message }: Failure): FieldErrors<PersonalField> => ({
  ...(code === 'username_taken' && { username: message }),
  ...(code === 'password_wrong' && { password: message }),
});
