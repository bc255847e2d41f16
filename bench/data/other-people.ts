import { ask } from '../ask.ts';

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

type Headers = Readonly<Record<string, string>>;

async function signIn(url: string, person: typeof PLAYER): Promise<Headers> {
  const { token } = await ask<{ token: string }>(`${url}/api/login`, {}, person);
  return { authorization: `Bearer ${token}` };
}

async function topUp(url: string, player: Headers): Promise<void> {
  const path = `${url}/api/v1/wallet/topup`;
  const processor = 'paystack';
  const body = { amount: 10, currency: 'GHS', processor };
  const { reference } = await ask<{ reference: string }>(`${path}/initialize`, player, body);
  await fetch(`${url}/sandbox/checkout/${reference}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  await ask(`${path}/verify`, player, { reference, processor });
}

export async function openTown(url: string): Promise<Town> {
  const player = await signIn(url, PLAYER);
  const other = await signIn(url, OTHER);
  for (let paid = 0; paid < OLD_PAYMENTS; paid += 1) await topUp(url, player);
  const list = `${url}/api/v1/vouchers`;
  const { data } = await ask<{ data: { data: readonly Named[] } }>(`${list}?per_page=50`, player);
  const listed = data.data;
  const vouchers: string[] = [];
  for (const { ulid, reveal_method: method } of listed) {
    const address = `${list}/${ulid}?skip_tracking=true`;
    const { voucher } = await ask<{ voucher: { can_guess: boolean } }>(address, player);
    if (voucher.can_guess && method !== 'lottery') vouchers.push(ulid);
  }
  return {
    vouchers,
    goOn: async (visit) => {
      const seen = listed[visit % listed.length];
      if (seen) await ask(`${list}/track-views`, other, { voucher_ids: [seen.ulid] });
      if (visit % PAYMENT_EVERY === PAYMENT_EVERY - 1) await topUp(url, player);
    },
  };
}
