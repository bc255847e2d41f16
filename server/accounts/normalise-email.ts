import { domainToASCII } from 'node:url';

import { EMAIL_MAX_CHARS, readEmail } from '../../contract/accounts/email-address.ts';
import { fieldError } from '../http/app-error.ts';

const ASCII_DOMAIN = /^(?:[a-z0-9-]+\.)+(?=[a-z])[a-z0-9-]+$/;

/**
 * An address in the one way that it is stored and compared in: as `readEmail` reads it, with the domain in ASCII.
 * @returns undefined for what is no single address
 */
export function normaliseEmail(text: string): string | undefined {
  const [local = '', domain = ''] = readEmail(text)?.split('@') ?? [];
  const ascii = domainToASCII(domain);
  const email = `${local}@${ascii}`;
  return ASCII_DOMAIN.test(ascii) && email.length <= EMAIL_MAX_CHARS ? email : undefined;
}

/** How an address is stored where its account is older than `normaliseEmail`. */
export const formerEmail = (text: string): string => text.trim().toLowerCase();

/** What an address is compared as, which may be an old account's that `normaliseEmail` does not take. */
export const comparableEmail = (text: string): string => normaliseEmail(text) ?? formerEmail(text);

/** The address in a request's field `email`, normalised. @throws AppError `validation_failed` */
export function requireEmail(text: string): string {
  const email = normaliseEmail(text);
  if (email === undefined) throw fieldError('email', 'is not in the right form');
  return email;
}
