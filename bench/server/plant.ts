import { type Call, send } from './drive.ts';
import { USERS } from './fill.ts';
import { headersOf, type Stand } from './stand.ts';

export interface Planted {
  readonly giveaways: readonly string[];
  readonly codes: readonly string[];
}

const BOUNDARY = 'goodies-bench-form';
const AT_ONCE = 8;
const AMOUNT_MAJOR = 1_000;
const FIRST_CREATOR = 100;
const CREATORS = 90;
const GIVEAWAY = {
  purpose: 'giveaway',
  masked_digits: '2',
  reveal_method: 'views',
  second_reveal_views: '1000000',
};
const PAYMENT = { purpose: 'payment', payment_method: 'wallet', is_private: '1' };

function formCall(n: number, fields: Readonly<Record<string, string>>): Call {
  const parts = Object.entries(fields).map(
    ([name, text]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    method: 'POST',
    path: '/api/v1/vouchers',
    headers: { ...headersOf(n), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

async function ask(url: string, call: Call): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await send(url, call);
  if (status >= 300) throw new Error(`${call.path} answered ${status}: ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

async function open(
  { url }: Stand,
  n: number,
  code: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const creator = FIRST_CREATOR + (n % CREATORS);
  const form = { type: 'goodies', amount: `${AMOUNT_MAJOR}`, currency: 'NGN', code, ...fields };
  const { data } = await ask(url, formCall(creator, form));
  const { ulid } = data as { ulid: string };
  await ask(url, {
    method: 'POST',
    path: '/api/v1/vouchers/payment/wallet',
    headers: { ...headersOf(creator), 'idempotency-key': `pay-${ulid}` },
    body: JSON.stringify({ voucher_id: ulid, amount: AMOUNT_MAJOR, currency: 'NGN' }),
  });
  return ulid;
}

const codeOf = (kind: number, n: number): string => `7${kind}${String(n).padStart(11, '0')}`;

async function each<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let turn = 0;
  const lane = async (): Promise<void> => {
    while (turn < count) {
      const n = turn;
      turn += 1;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

export async function plant(stand: Stand, giveaways: number, payments: number): Promise<Planted> {
  console.error(`planting ${giveaways} giveaways and ${payments} payment vouchers (${stand.name})`);
  const ulids = await each(giveaways, (n) => open(stand, n, codeOf(1, n), GIVEAWAY));
  const codes = Array.from({ length: payments }, (_, n) => codeOf(2, n));
  await each(payments, (n) => open(stand, n, codes[n] ?? '', PAYMENT));
  return { giveaways: ulids, codes };
}

/** The number shares no factor with 96, so that n pairs each user once with each giveaway. */
export const PEOPLE = USERS - FIRST_CREATOR - CREATORS;

export const personOf = (n: number): number => FIRST_CREATOR + CREATORS + (n % PEOPLE);
