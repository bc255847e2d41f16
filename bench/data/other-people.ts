import { randomUUID } from 'node:crypto';

/** Whose day it is; of the demo. */
export const PLAYER = { email: 'kofi@goodies.test', password: 'goodies-demo' };
const OTHER = { email: 'wanjiru@goodies.test', password: 'goodies-demo' };

/** Pages of ten that the player's history has before the day. */
const OLD_PAYMENTS = 32;
/** After so many visits money comes in. */
const PAYMENT_EVERY = 8;

/** What goes on around a phone. */
export interface Town {
  /** Giveaways that the player may guess on. */
  readonly vouchers: readonly string[];
  /** What happens before the visit of that number: a visitor looks at a giveaway, and now and then money comes. */
  readonly goOn: (visit: number) => Promise<void>;
}

interface Named {
  readonly ulid: string;
  readonly reveal_method: string | null;
}

/** @throws Error with the answer when it is no success */
async function call<T>(url: string, path: string, token?: string, body?: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function topUp(url: string, token: string): Promise<void> {
  const processor = 'paystack';
  const { reference } = await call<{ reference: string }>(
    url,
    '/api/v1/wallet/topup/initialize',
    token,
    { amount: 10, currency: 'GHS', processor },
  );
  await fetch(`${url}/sandbox/checkout/${reference}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  await call(url, '/api/v1/wallet/topup/verify', token, { reference, processor });
}

const tokenOf = async (url: string, person: typeof PLAYER): Promise<string> =>
  (await call<{ token: string }>(url, '/api/login', undefined, person)).token;

/** Gives the player a history, and finds what to guess on. */
export async function openTown(url: string): Promise<Town> {
  const player = await tokenOf(url, PLAYER);
  const other = await tokenOf(url, OTHER);
  for (let paid = 0; paid < OLD_PAYMENTS; paid += 1) await topUp(url, player);
  const { data } = await call<{ data: { data: readonly Named[] } }>(
    url,
    '/api/v1/vouchers?per_page=50',
    player,
  );
  const listed = data.data;
  const vouchers: string[] = [];
  for (const { ulid, reveal_method: method } of listed) {
    const path = `/api/v1/vouchers/${ulid}?skip_tracking=true`;
    const { voucher } = await call<{ voucher: { can_guess: boolean } }>(url, path, player);
    if (voucher.can_guess && method !== 'lottery') vouchers.push(ulid);
  }
  return {
    vouchers,
    goOn: async (visit) => {
      const seen = listed[visit % listed.length];
      if (seen)
        await call(url, '/api/v1/vouchers/track-views', other, { voucher_ids: [seen.ulid] });
      if (visit % PAYMENT_EVERY === PAYMENT_EVERY - 1) await topUp(url, player);
    },
  };
}
