import { FakeGateway, type FakeAnswer, type Json } from './fake-gateway.ts';
import type { FakeRail } from './payouts-rail.ts';

const BANKS: Readonly<Record<string, readonly object[]>> = {
  NG: [
    { id: 1, code: '058', name: 'GTBank Plc' },
    { id: 2, code: '044', name: 'Access Bank' },
    { id: 3, code: '044', name: 'Access Bank' },
  ],
  KE: [
    { id: 4, code: '68', name: 'Equity Bank' },
    { id: 5, code: 'MPS', name: 'Mpesa' },
  ],
};
const ENDS = { paid: 'SUCCESSFUL', failed: 'FAILED', reversed: 'FAILED' } as const;
/** Few, so that a transfer is soon on a later page. */
const PER_PAGE = 2;

interface FlutterwaveTransfer {
  readonly body: Json;
  readonly id: number;
  status: string;
}

const refuse = (status: number, message: string): FakeAnswer => ({
  status,
  body: { status: 'error', message, data: null },
});
const good = (message: string, data: unknown, meta?: object): FakeAnswer => ({
  status: 200,
  body: { status: 'success', message, data, ...(meta ? { meta } : {}) },
});

/**
 * Flutterwave v3's banks and transfers, as its own server speaks. Its list ignores the filter by reference
 * and is in pages, and its refusals have no codes.
 */
export async function startFakeFlutterwave(key: string): Promise<FakeRail> {
  const transfers: FlutterwaveTransfer[] = [];
  const taken: Json[] = [];
  const rail = { lookUp: 'found' as FakeRail['lookUp'] };

  const dataOf = ({ body, id, status }: FlutterwaveTransfer) => ({
    id,
    account_number: body['account_number'],
    bank_code: body['account_bank'],
    full_name: body['beneficiary_name'],
    currency: body['currency'],
    amount: body['amount'],
    fee: 26.875,
    status,
    reference: body['reference'],
    complete_message: status === 'FAILED' ? 'DISBURSE FAILED: account closed' : '',
    requires_approval: 0,
    is_approved: 1,
    created_at: '2026-11-02T09:00:00.000Z',
  });

  function transfer(body: Json): FakeAnswer {
    if (transfers.some((one) => one.body['reference'] === body['reference']))
      return refuse(400, 'Transfer could not be created');
    const made = { body, id: 396_432 + transfers.length, status: 'NEW' };
    // Newest first, as its list has them.
    transfers.unshift(made);
    taken.push(body);
    return good('Transfer Queued Successfully', dataOf(made));
  }

  function list(query: URLSearchParams): FakeAnswer {
    const page = Number(query.get('page') ?? 1);
    const data = transfers.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(dataOf);
    const total_pages = Math.ceil(transfers.length / PER_PAGE);
    const page_info = { total: transfers.length, current_page: page, total_pages };
    return good('Transfers fetched', data, { page_info });
  }

  function resolveAccount(body: Json): FakeAnswer {
    if (rail.lookUp === 'broken') return { status: 503, body: {} };
    if (rail.lookUp === 'unknown') return refuse(400, 'Sorry, that account number is invalid');
    const { account_number } = body;
    return good('Account details fetched', { account_number, account_name: 'WES GIBBONS' });
  }

  const gateway = await FakeGateway.start(({ method, path, query, body, authorization }) => {
    if (authorization !== `Bearer ${key}`) return refuse(401, 'Authorization required');
    if (path.startsWith('/banks/'))
      return good('Banks fetched successfully', BANKS[path.slice('/banks/'.length)] ?? []);
    if (path === '/accounts/resolve') return resolveAccount(body);
    if (path === '/transfers') return method === 'POST' ? transfer(body) : list(query);
    const known = transfers.find(({ id }) => path === `/transfers/${id}`);
    return known ? good('Transfer fetched', dataOf(known)) : refuse(404, 'Transfer not found');
  });
  return Object.assign(rail, {
    gateway,
    taken,
    end: (reference: string, how: keyof typeof ENDS) => {
      const known = transfers.find(({ body }) => body['reference'] === reference);
      if (!known) throw new Error(`Flutterwave has no transfer ${reference}`);
      known.status = ENDS[how];
    },
  });
}
