import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { LoginAnswer } from '../../contract/accounts.ts';
import { CODE_LENGTH } from '../../contract/constants.ts';
import type { SandboxMail } from '../../contract/sandbox.ts';
import type { CreateVoucherAnswer, VoucherAnswer } from '../../contract/vouchers.ts';
import { hiddenPositions } from '../../contract/vouchers/voucher-code.ts';
import type { CheckoutAnswer } from '../../contract/wallet.ts';
import { ask } from '../ask.ts';
import type { Stand } from './stand.ts';

export interface Account {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface OpenAccount extends Account {
  readonly headers: Readonly<Record<string, string>>;
}

export const PIN = '246810';
const MAIL_POLL_MS = 50;

export function newAccount(start: string): Account {
  const username = `${start}_${randomBytes(4).toString('hex')}`;
  return { username, email: `${username}@mail.test`, password: 'mango-ticket-4711' };
}

export async function mailTo(stand: Stand, email: string): Promise<SandboxMail> {
  for (;;) {
    const [mail] = await ask<SandboxMail[]>(`${stand.serverUrl}/sandbox/mail?to=${email}`);
    if (mail) return mail;
    await setTimeout(MAIL_POLL_MS);
  }
}

export function linkIn({ text }: SandboxMail): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0];
  if (link === undefined) throw new Error('the mail has no link');
  return link;
}

export function codeIn({ text }: SandboxMail): string {
  const code = /(?<=Your Goodies code is )\d{6}/.exec(text)?.[0];
  if (code === undefined) throw new Error('the mail has no code');
  return code;
}

/** Makes an account with a proved address. @param naira in its wallet */
export async function openAccount(
  stand: Stand,
  start: string,
  { naira, hasPin }: { readonly naira?: number; readonly hasPin?: true } = {},
): Promise<OpenAccount> {
  const account = newAccount(start);
  const { serverUrl } = stand;
  const from = { 'x-forwarded-for': `102.${randomInt(256)}.${randomInt(256)}.9` };
  // The address alone may be taken for one of another country.
  const body = { ...account, region: 'nigeria' };
  const { token } = await ask<LoginAnswer>(`${serverUrl}/api/v1/register`, from, body);
  const headers = { ...from, authorization: `Bearer ${token}` };
  const link = new URL(linkIn(await mailTo(stand, account.email)));
  await ask(`${serverUrl}/api/v1/verify-email`, headers, {
    token: link.searchParams.get('token'),
  });
  if (hasPin)
    await ask(`${serverUrl}/api/v1/user/pin`, headers, { pin: PIN, password: account.password });
  const opened = { ...account, headers };
  if (naira !== undefined) await topUp(stand, opened, naira);
  return opened;
}

async function topUp({ serverUrl }: Stand, { headers }: OpenAccount, amount: number) {
  const processor = 'paystack';
  const path = `${serverUrl}/api/v1/wallet/topup`;
  const body = { amount, currency: 'NGN', processor };
  const { reference } = await ask<CheckoutAnswer>(`${path}/initialize`, headers, body);
  await fetch(`${serverUrl}/sandbox/checkout/${reference}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  await ask(`${path}/verify`, headers, { reference, processor });
}

const randomCode = (): string => Array.from({ length: CODE_LENGTH }, () => randomInt(10)).join('');

async function postVoucher(
  { serverUrl }: Stand,
  { headers }: OpenAccount,
  fields: Readonly<Record<string, string>>,
  pin?: string,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { data } = await ask<CreateVoucherAnswer>(
    `${serverUrl}/api/v1/vouchers`,
    { ...headers, 'idempotency-key': randomBytes(16).toString('hex') },
    form,
  );
  await ask(`${serverUrl}/api/v1/vouchers/payment/wallet`, headers, {
    voucher_id: data.ulid,
    amount: Number(fields['amount']),
    currency: 'NGN',
    ...(pin !== undefined && { pin }),
  });
  return data.ulid;
}

export interface OpenGiveaway {
  readonly ulid: string;
  readonly digits: string;
  readonly wrongDigits: string;
}

/** Of ₦3,000, for verified people, so that a newcomer has to prove the address. */
export async function openGiveaway(stand: Stand): Promise<OpenGiveaway> {
  const creator = await openAccount(stand, 'creator', { naira: 3_300 });
  const code = randomCode();
  const ulid = await postVoucher(stand, creator, {
    purpose: 'giveaway',
    amount: '3000',
    currency: 'NGN',
    masked_digits: '2',
    reveal_method: 'views',
    second_reveal_views: '5000',
    entry_rule: 'verified',
    code,
  });
  const { voucher } = await ask<VoucherAnswer>(
    `${stand.serverUrl}/api/v1/vouchers/${ulid}`,
    creator.headers,
  );
  const digits = hiddenPositions(voucher.masked_code).map((position) => code.charAt(position));
  return {
    ulid,
    digits: digits.join(''),
    wrongDigits: digits.map((digit) => (Number(digit) + 1) % 10).join(''),
  };
}

/** @returns the code of a payment voucher of ₦3,000 */
export async function openPaymentVoucher(stand: Stand): Promise<string> {
  const code = randomCode();
  await postVoucher(stand, await openAccount(stand, 'sender', { naira: 4_000 }), {
    purpose: 'payment',
    type: 'goodies',
    currency: 'NGN',
    payment_method: 'wallet',
    amount: '3000',
    code,
  });
  return code;
}
