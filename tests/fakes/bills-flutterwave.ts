import { FakeGateway, type FakeAnswer, type FakeCall, type Json } from './fake-gateway.ts';

/** Where bills are paid. */
export const PAY_BILL = /\/items\/[^/]+\/payment$/;

const CATEGORIES = ['AIRTIME', 'MOBILEDATA', 'UTILITYBILLS', 'CABLEBILLS'];
const BILLERS: Readonly<Record<string, readonly object[]>> = {
  AIRTIME: [{ id: 1, name: 'MTN NG', biller_code: 'BIL099' }],
  UTILITYBILLS: [{ id: 2, name: 'IKEDC', biller_code: 'BIL113' }],
  CABLEBILLS: [{ id: 3, name: 'DSTV', biller_code: 'BIL119' }],
};
const ITEMS: Readonly<Record<string, readonly object[]>> = {
  BIL113: [
    {
      id: 4,
      biller_code: 'BIL113',
      item_code: 'UB159',
      name: 'IKEDC PREPAID',
      label_name: 'Meter Number',
      amount: 0,
      fee: 100,
      is_resolvable: true,
    },
  ],
  BIL119: [
    {
      id: 5,
      biller_code: 'BIL119',
      item_code: 'CB141',
      name: 'DSTV PADI',
      label_name: 'Smart Card Number',
      amount: 4400,
      fee: 0,
      is_resolvable: true,
    },
  ],
};

const good = (message: string, data: unknown): FakeAnswer => ({
  status: 200,
  body: { status: 'success', message, data },
});
const refuse = (status: number, message: string): FakeAnswer => ({
  status,
  body: { status: 'error', message, data: null },
});

interface Bill {
  readonly body: Json;
  facts: Json;
}

/** Flutterwave's bills as a test sees them. */
export interface FakeBills {
  readonly gateway: FakeGateway;
  /** Ends a bill; what is given stands in its status. */
  end(reference: string, facts: Json): void;
  countOf(reference: string): number;
}

/** Flutterwave v3's bills, as its own server speaks: refusals have no codes, amounts come back as text. */
export async function startFakeBills(key: string): Promise<FakeBills> {
  const bills: Bill[] = [];

  function pay(biller: string, item: string, body: Json): FakeAnswer {
    if (bills.some((bill) => bill.body['reference'] === body['reference']))
      return refuse(400, 'Bill could not be created');
    bills.push({ body: { ...body, biller, item }, facts: { status: 'pending' } });
    const { customer_id, amount, reference } = body;
    return good('Bill payment successful', {
      phone_number: customer_id,
      amount,
      network: 'IKEDC',
      code: '200',
      tx_ref: 'CF-FLYAPI-1',
      reference,
      batch_reference: null,
      recharge_token: null,
      fee: 100,
    });
  }

  function statusOf(reference: string): FakeAnswer {
    const bill = bills.find(({ body }) => body['reference'] === reference);
    if (!bill) return refuse(404, 'Bill not found');
    return good('Bill status fetch successful', {
      currency: 'NGN',
      customer_id: bill.body['customer_id'],
      amount: `${String(bill.body['amount'])}.0000`,
      fee: '100.0000',
      product: 'IKEDC PREPAID',
      country: 'NG',
      tx_ref: 'CF-FLYAPI-1',
      customer_reference: reference,
      extra: null,
      ...bill.facts,
    });
  }

  function answer({ method, path, query, body, authorization }: FakeCall): FakeAnswer {
    if (authorization !== `Bearer ${key}`) return refuse(401, 'Authorization required');
    if (path === '/top-bill-categories')
      return good(
        'Categories',
        CATEGORIES.map((code, id) => ({ id, name: code, code })),
      );
    const category = /^\/bills\/([A-Z]+)\/billers$/.exec(path)?.[1];
    if (category) return good('Billers', BILLERS[category] ?? []);
    const [, listed] = /^\/billers\/(\w+)\/items$/.exec(path) ?? [];
    if (listed) return good('Items', ITEMS[listed] ?? []);
    const [, biller = '', item = ''] = /^\/billers\/(\w+)\/items\/(\w+)\/payment$/.exec(path) ?? [];
    if (method === 'POST' && item) return pay(biller, item, body);
    if (/^\/bill-items\/\w+\/validate$/.test(path))
      return query.get('customer') === '00000000001'
        ? refuse(400, 'Invalid meter number')
        : good('Item validated successfully', {
            response_code: '00',
            name: 'ADEBAYO TUNDE',
            customer: query.get('customer'),
          });
    const [, reference] = /^\/bills\/([a-z0-9-]+)$/.exec(path) ?? [];
    return reference ? statusOf(reference) : refuse(404, 'Route missing');
  }

  const gateway = await FakeGateway.start(answer);
  return {
    gateway,
    end(reference, facts) {
      const bill = bills.find(({ body }) => body['reference'] === reference);
      if (!bill) throw new Error(`Flutterwave has no bill ${reference}`);
      bill.facts = facts;
    },
    countOf: (reference) => bills.filter(({ body }) => body['reference'] === reference).length,
  };
}
