import { errorOfField } from '../../http/app-error.ts';

/** What stands in everybody's mind who makes an account here. */
const OUR_WORDS = ['goodies', 'voucher', 'vouchers', 'giveaway', 'giveaways'];

/** Whose password it is to be. */
interface Owner {
  readonly username?: string | undefined;
  readonly email: string;
}

let list: Promise<ReadonlySet<string>> | undefined;

/** The passwords that leaked most often, lower case, read when the first account is made. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  );
  return list;
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{Letter}]/gu, '');

/**
 * Refuses a new password that is tried first: one of some 18,000 that many people have, or nothing but a word of
 * ours or a name of the owner's, with whatever digits and signs around it. All else is allowed, whatever it is
 * made of.
 * @throws AppError `password_common`
 */
export async function refuseCommonPassword(password: string, owner: Owner): Promise<void> {
  const [mailbox = ''] = owner.email.split('@');
  const names = [owner.username ?? '', mailbox, owner.email].map(lettersOf).filter(Boolean);
  const isName = [...OUR_WORDS, ...names].includes(lettersOf(password));
  const isOwn = [owner.username, mailbox, owner.email].includes(password.toLowerCase());
  if (!isName && !isOwn && !(await commonPasswords()).has(password.toLowerCase())) return;
  throw errorOfField('password', 'password_common');
}
