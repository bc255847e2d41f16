import { randomUUID } from 'node:crypto';

export const PLAYER = { email: 'kofi@goodies.test', password: 'goodies-demo' };
const OTHER = { email: 'wanjiru@goodies.test', password: 'goodies-demo' };

const OLD_PAYMENTS = 32;
const PAYMENT_EVERY = 8;

export interface Town {
  readonly vouchers: readonly string[];
  readonly goOn: (visit: number) => Promise<void>;
}

interface Named {
  readonly ulid: string;
  readonly reveal_method: string | null;
}

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
