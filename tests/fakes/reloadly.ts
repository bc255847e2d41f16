import { FakeGateway, type FakeAnswer, type FakeCall, type Json } from './fake-gateway.ts';

/** Where each product takes orders. */
export const TOPUPS = /^\/topups$/;
export const PAYMENTS = /^\/pay$/;

const OPERATORS: Readonly<Record<string, readonly object[]>> = {
  NG: [
    operator(341, 'MTN Nigeria', { localMinAmount: 50, localMaxAmount: 50_000 }),
    operator(342, 'Airtel Nigeria', { localMinAmount: 50, localMaxAmount: 50_000 }),
    // In dollars only: cannot be sold for naira.
    operator(344, 'Glo Nigeria', { supportsLocalAmounts: false }),
    operator(345, '9Mobile (Etisalat) Nigeria', {
      denominationType: 'FIXED',
      localMinAmount: null,
      localMaxAmount: null,
      localFixedAmounts: [100, 200.5],
      localFixedAmountsDescriptions: [],
    }),
    operator(646, 'MTN Nigeria Data', {
      data: true,
      bundle: true,
      denominationType: 'FIXED',
      localMinAmount: null,
      localMaxAmount: null,
      localFixedAmounts: [500, 1000],
      localFixedAmountsDescriptions: { '500.00': '1GB - 1 day', '1000.00': '1.5GB - 7 days' },
    }),
    operator(900, 'MTN Nigeria PIN', { pin: true, localMinAmount: 1, localMaxAmount: 5 }),
  ],
  GH: [operator(150, 'Vodafone Ghana', { localMinAmount: 0.5, localMaxAmount: 500 })],
  // As an account is told that is kept in shillings.
  KE: [
    operator(266, 'Safaricom Kenya', {
      senderCurrencyCode: 'KES',
      minAmount: 5,
      maxAmount: 10_000,
      localMinAmount: null,
      localMaxAmount: null,
    }),
    operator(1300, 'Safaricom Kenya Data', {
      data: true,
      denominationType: 'FIXED',
      senderCurrencyCode: 'KES',
      fixedAmounts: [99],
      fixedAmountsDescriptions: { '99.00': '1GB - 1 day' },
      localMinAmount: null,
      localMaxAmount: null,
      localFixedAmountsDescriptions: null,
    }),
  ],
};

function operator(id: number, name: string, facts: object): object {
  return {
    id,
    operatorId: id,
    name,
    bundle: false,
    data: false,
    pin: false,
    supportsLocalAmounts: true,
    denominationType: 'RANGE',
    senderCurrencyCode: 'USD',
    localFixedAmounts: [],
    localFixedAmountsDescriptions: {},
    fixedAmounts: [],
    ...facts,
  };
}

const BILLERS: Readonly<Record<string, readonly object[]>> = {
  KE: [
    biller(11, 'KPLC Prepaid', 'ELECTRICITY_BILL_PAYMENT', { serviceType: 'PREPAID' }),
    biller(12, 'KPLC Postpaid', 'ELECTRICITY_BILL_PAYMENT', { localTransactionFee: 25 }),
    biller(13, 'DStv Kenya', 'TV_BILL_PAYMENT', { localTransactionFee: 227.83997 }),
    biller(15, 'GOtv Kenya', 'TV_BILL_PAYMENT', {
      denominationType: 'FIXED',
      minLocalTransactionAmount: null,
      maxLocalTransactionAmount: null,
      localFixedAmounts: [
        { id: 38, amount: 240, description: 'GOtv Lite' },
        { id: 39, amount: 1000, description: 'GOtv Plus' },
      ],
    }),
    biller(14, 'Dollars only', 'TV_BILL_PAYMENT', { localAmountSupported: false }),
  ],
};

function biller(id: number, name: string, type: string, facts: object): object {
  return {
    id,
    name,
    countryIsoCode: 'KE',
    type,
    serviceType: 'POSTPAID',
    localAmountSupported: true,
    localTransactionCurrencyCode: 'KES',
    minLocalTransactionAmount: 50,
    maxLocalTransactionAmount: 35_000,
    localTransactionFee: 0,
    localTransactionFeeCurrencyCode: 'KES',
    denominationType: 'RANGE',
    localFixedAmounts: null,
    ...facts,
  };
}

const refusal = (errorCode: string, status = 400): FakeAnswer => ({
  status,
  body: {
    timeStamp: '2026-11-02 09:00:00',
    message: `Refused: ${errorCode}`,
    path: '/',
    errorCode,
    infoLink: null,
    details: [],
  },
});

interface Kept {
  readonly data: Record<string, unknown>;
  readonly isTopup: boolean;
}

/** Reloadly as a test sees it. */
export interface FakeReloadly {
  readonly gateway: FakeGateway;
  /** How orders begin from here on. */
  begin: 'SUCCESSFUL' | 'PROCESSING' | 'FAILED';
  /** Rows of its lists that are shown on one page. */
  pageRows: number;
  /** Ends an order with a reference. */
  end(reference: string, status: 'SUCCESSFUL' | 'FAILED' | 'REFUNDED', facts?: object): void;
  /** Takes every token back. */
  forgetTokens(): void;
  /** How many orders it took with a reference. */
  countOf(reference: string): number;
}

/**
 * Reloadly's tokens, top-ups and bills, as its servers speak. References are used once, and its lists ignore the
 * filter by reference.
 */
export async function startFakeReloadly(clientId: string, secret: string): Promise<FakeReloadly> {
  const orders: Kept[] = [];
  const tokens = new Map<string, string>();
  const fake = { begin: 'SUCCESSFUL' as FakeReloadly['begin'], pageRows: 200 };

  function token(body: Json): FakeAnswer {
    if (body['client_id'] !== clientId || body['client_secret'] !== secret)
      return refusal('INVALID_CREDENTIALS', 401);
    const text = `token-${tokens.size + 1}-of-${String(body['audience'])}`;
    tokens.set(text, String(body['audience']));
    return {
      status: 200,
      body: { access_token: text, scope: '', expires_in: 86_400, token_type: 'Bearer' },
    };
  }

  const isUsed = (field: string, reference: unknown): boolean =>
    orders.some(({ data }) => data[field] === reference);

  function topup(body: Json): FakeAnswer {
    if (isUsed('customIdentifier', body['customIdentifier']))
      return refusal('CUSTOM_IDENTIFIER_ALREADY_USED');
    const phone = body['recipientPhone'] as { number: string; countryCode: string };
    const country = { NG: 'NGN', GH: 'GHS', KE: 'KES' }[phone.countryCode] ?? 'USD';
    const data = {
      transactionId: 4_602_843 + orders.length,
      status: fake.begin,
      customIdentifier: body['customIdentifier'],
      recipientPhone: phone.number,
      countryCode: phone.countryCode,
      operatorId: body['operatorId'],
      requestedAmount: Number(body['amount']) / 1500,
      requestedAmountCurrencyCode: 'USD',
      deliveredAmount: body['amount'],
      deliveredAmountCurrencyCode: country,
      pinDetail: null,
    };
    orders.unshift({ data, isTopup: true });
    return { status: 200, body: data };
  }

  function pay(body: Json): FakeAnswer {
    if (isUsed('referenceId', body['referenceId'])) return refusal('REFERENCE_ID_ALREADY_USED');
    if (body['billerId'] === 15 && body['amountId'] === undefined)
      return refusal('MISSING_REQUIRED_AMOUNT_ID');
    const data = {
      id: 36 + orders.length,
      status: fake.begin,
      referenceId: body['referenceId'],
      amount: body['amount'],
      amountCurrencyCode: 'KES',
      billDetails: { type: 'ELECTRICITY_BILL_PAYMENT', billerId: body['billerId'] },
    };
    orders.unshift({ data, isTopup: false });
    const { id, status, referenceId } = data;
    const submittedAt = '2026-11-02 09:00:00';
    return {
      status: 200,
      body: { id, status, referenceId, code: 'PAYMENT_PROCESSING_IN_PROGRESS', submittedAt },
    };
  }

  function list(isTopup: boolean, query: URLSearchParams): FakeAnswer {
    const rows = orders.filter((order) => order.isTopup === isTopup).map(({ data }) => data);
    const page = Number(query.get('page') ?? 1);
    const content = rows
      .slice((page - 1) * fake.pageRows, page * fake.pageRows)
      // A list of bills holds each as an answer about one does.
      .map((data) => (isTopup ? data : { code: 'OK', message: null, transaction: data }));
    const totalPages = Math.ceil(rows.length / fake.pageRows);
    return { status: 200, body: { content, totalElements: rows.length, totalPages } };
  }

  function one(isTopup: boolean, id: string): FakeAnswer {
    const found = orders.find(
      ({ data, isTopup: its }) =>
        its === isTopup && String(data[its ? 'transactionId' : 'id']) === id,
    );
    if (!found) return refusal('TRANSACTION_NOT_FOUND', 404);
    const transaction = found.data;
    return {
      status: 200,
      body: { code: 'OK', message: null, status: transaction['status'], transaction },
    };
  }

  const topups = ({ method, path, query, body }: FakeCall): FakeAnswer => {
    const country = /^\/operators\/countries\/(\w\w)$/.exec(path)?.[1];
    if (country) return { status: 200, body: OPERATORS[country] as unknown as Json };
    if (path === '/topups' && method === 'POST') return topup(body);
    if (path === '/topups/reports/transactions') return list(true, query);
    const id = /^\/topups\/(\d+)\/status$/.exec(path)?.[1];
    return id ? one(true, id) : refusal('NOT_FOUND', 404);
  };
  const utilities = ({ method, path, query, body }: FakeCall): FakeAnswer => {
    if (path === '/billers') {
      const content = BILLERS[query.get('countryISOCode') ?? ''] ?? [];
      return { status: 200, body: { content, totalElements: content.length, totalPages: 1 } };
    }
    if (path === '/pay' && method === 'POST') return pay(body);
    if (path === '/transactions') return list(false, query);
    const id = /^\/transactions\/(\d+)$/.exec(path)?.[1];
    return id ? one(false, id) : refusal('NOT_FOUND', 404);
  };

  const gateway = await FakeGateway.start((call) => {
    if (call.path === '/oauth/token') return token(call.body);
    // A token is good for the product that it was made out to, and for no other.
    const isTopups = /^\/(?:operators|topups)/.test(call.path);
    const audience = tokens.get(call.authorization.replace('Bearer ', ''));
    if (audience === undefined) return refusal('INVALID_TOKEN', 401);
    if (audience.includes('topups') !== isTopups) return refusal('INVALID_TOKEN', 401);
    return isTopups ? topups(call) : utilities(call);
  });
  return Object.assign(fake, {
    gateway,
    end: (reference: string, status: string, facts: object = {}) => {
      const order = orders.find(({ data }) =>
        [data['customIdentifier'], data['referenceId']].includes(reference),
      );
      if (!order) throw new Error(`Reloadly has no order ${reference}`);
      Object.assign(order.data, { status }, facts);
    },
    forgetTokens: () => tokens.clear(),
    countOf: (reference: string) =>
      orders.filter(({ data }) =>
        [data['customIdentifier'], data['referenceId']].includes(reference),
      ).length,
  });
}
