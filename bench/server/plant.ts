import { ask } from '../ask.ts';
import { USERS } from './fill.ts';
import { headersOf, type Stand } from './stand.ts';

export interface Planted {
  readonly giveaways: readonly string[];
  readonly codes: readonly string[];
}

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

async function open(
  { url }: Stand,
  n: number,
  code: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const headers = headersOf(FIRST_CREATOR + (n % CREATORS));
  const form = new FormData();
  const given = { type: 'goodies', amount: `${AMOUNT_MAJOR}`, currency: 'NGN', code, ...fields };
  for (const [name, text] of Object.entries(given)) form.set(name, text);
  const path = `${url}/api/v1/vouchers`;
  const { data } = await ask<{ data: { ulid: string } }>(path, headers, form);
  const payment = { voucher_id: data.ulid, amount: AMOUNT_MAJOR, currency: 'NGN' };
  await ask(`${path}/payment/wallet`, headers, payment);
  return data.ulid;
}

const codeOf = (kind: number, n: number): string => `7${kind}${String(n).padStart(11, '0')}`;

async function each<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    const length = Math.min(AT_ONCE, count - results.length);
    const turn = Array.from({ length }, (_, at) => work(results.length + at));
    results.push(...(await Promise.all(turn)));
  }
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
