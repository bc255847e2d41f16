import { domainToASCII } from 'node:url';

import { EMAIL_MAX_CHARS, readEmail } from '../../contract/accounts/email-address.ts';
import { fieldError } from '../http/app-error.ts';

const ASCII_DOMAIN = /^(?:[a-z0-9-]+\.)+(?=[a-z])[a-z0-9-]+$/;

/** @returns undefined for anything but one address */
export function normaliseEmail(text: string): string | undefined {
  const [local = '', domain = ''] = readEmail(text)?.split('@') ?? [];
  const ascii = domainToASCII(domain);
  const email = `${local}@${ascii}`;
  return ASCII_DOMAIN.test(ascii) && email.length <= EMAIL_MAX_CHARS ? email : undefined;
}

/** Old accounts store this form. */
export const formerEmail = (text: string): string => text.trim().toLowerCase();

export const comparableEmail = (text: string): string => normaliseEmail(text) ?? formerEmail(text);

export function requireEmail(text: string): string {
  const email = normaliseEmail(text);
  if (email === undefined) throw fieldError('email', 'is not in the right form');
  return email;
}
