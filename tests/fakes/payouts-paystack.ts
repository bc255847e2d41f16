import { FakeGateway, type FakeAnswer, type Json } from './fake-gateway.ts';
import type { FakeRail } from './payouts-rail.ts';

/** Nigeria's list takes two pages. */
const BANKS: Readonly<Record<string, readonly object[]>> = {
  'nigeria nuban': [
    { name: 'Guaranty Trust Bank', code: '058', active: true, is_deleted: false },
    { name: 'Closed Bank', code: '666', active: false, is_deleted: false },
  ],
  'nigeria nuban next': [{ name: 'Access Bank', code: '044', active: true, is_deleted: false }],
  'ghana ghipss': [{ name: 'GCB Bank', code: '040100', active: true, is_deleted: false }],
  'ghana mobile_money': [{ name: 'MTN', code: 'MTN', active: true, is_deleted: false }],
};
const ENDS = { paid: 'success', failed: 'failed', reversed: 'reversed' } as const;

interface PaystackTransfer {
  readonly body: Json;
  readonly number: number;
  status: string;
}

const refuse = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { status: false, message, meta: { nextStep: 'Try again' }, type: 'api_error', code },
});
const good = (message: string, data: unknown, meta?: object): FakeAnswer => ({
  status: 200,
  body: { status: true, message, data, ...(meta ? { meta } : {}) },
});

/** Paystack's banks and transfers, as its own server speaks. @param keys its accounts' secret keys */
export async function startFakePaystack(keys: readonly string[]): Promise<FakeRail> {
  const transfers = new Map<string, PaystackTransfer>();
  const taken: Json[] = [];
  const rail = { lookUp: 'found' as FakeRail['lookUp'] };

  const dataOf = ({ body, number, status }: PaystackTransfer) => ({
    ...body,
    id: number,
    status,
    transfer_code: `TRF_${number}`,
    createdAt: '2026-11-02T09:00:00.000Z',
  });

  function transfer(body: Json): FakeAnswer {
    const reference = String(body['reference']);
    if (!/^[a-z0-9_-]{16,50}$/.test(reference))
      return refuse(400, 'invalid_reference', 'Reference is not in the right form');
    if (!Number.isInteger(body['amount']))
      return refuse(400, 'invalid_amount', 'Amount must be an integer');
    if (transfers.has(reference))
      return refuse(400, 'duplicate_reference', 'Please provide a unique reference.');
    const made = { body, number: transfers.size + 1, status: 'pending' };
    transfers.set(reference, made);
    taken.push(body);
    return good('Transfer has been queued', dataOf(made));
  }

  function resolveAccount(query: URLSearchParams): FakeAnswer {
    if (rail.lookUp === 'broken') return { status: 503, body: { status: false } };
    if (rail.lookUp === 'unknown')
      return refuse(422, 'invalid_bank_code', 'Could not resolve account name. Check parameters');
    const account_number = query.get('account_number');
    return good('Account number resolved', { account_number, account_name: 'WES GIBBONS' });
  }

  function listBanks(query: URLSearchParams): FakeAnswer {
    const list = `${query.get('country')} ${query.get('type')}`;
    const isFirst = !query.get('next');
    const data = BANKS[isFirst ? list : `${list} next`] ?? [];
    const next = isFirst && BANKS[`${list} next`] ? 'YmFuazoy' : null;
    return good('Banks retrieved', data, { next, previous: null, perPage: 100 });
  }

  const gateway = await FakeGateway.start(({ method, path, query, body, authorization }) => {
    if (!keys.some((key) => authorization === `Bearer ${key}`))
      return refuse(401, 'invalid_Key', 'Invalid key');
    if (path === '/bank') return listBanks(query);
    if (path === '/bank/resolve') return resolveAccount(query);
    if (path === '/transferrecipient') {
      const recipient_code = `RCP_${String(body['bank_code'])}_${String(body['account_number'])}`;
      return good('Transfer recipient created successfully', { ...body, recipient_code });
    }
    if (method === 'POST' && path === '/transfer') return transfer(body);
    const known = transfers.get(path.replace('/transfer/verify/', ''));
    if (known) return good('Transfer retrieved', dataOf(known));
    return refuse(404, 'transfer_not_found', 'Transfer not found');
  });
  return Object.assign(rail, {
    gateway,
    taken,
    end: (reference: string, how: keyof typeof ENDS) => {
      const known = transfers.get(reference);
      if (!known) throw new Error(`Paystack has no transfer ${reference}`);
      known.status = ENDS[how];
    },
  });
}
