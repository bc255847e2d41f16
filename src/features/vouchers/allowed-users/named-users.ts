import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { ALLOWED_USERS_MAX_PER_CALL } from '../../../../contract/constants.ts';

export type NamedUsers =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The usernames and e-mail addresses in what was typed or pasted, each once: to the server @Kofi is kofi. */
export function namedUsers(text: string): NamedUsers {
  const typed = text
    // As mail programs copy people: 'Kofi Mensah <kofi@mail.test>'.
    .replaceAll(/[^\n,;<]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((name) => readEmail(name) ?? name);
  const byLogin = new Map(typed.map((name) => [name.replace(/^@/, '').toLowerCase(), name]));
  const names = [...byLogin.values()];
  if (names.length === 0) return { ok: false, problem: 'Enter a username or an e-mail address' };
  if (names.length > ALLOWED_USERS_MAX_PER_CALL) {
    return { ok: false, problem: `Add at most ${ALLOWED_USERS_MAX_PER_CALL} people at a time` };
  }
  return { ok: true, names };
}
