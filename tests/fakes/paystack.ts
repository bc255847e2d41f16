import { createHmac } from 'node:crypto';

import {
  FakeCompany,
  type FakeAnswer,
  type FakeCall,
  type FakeWebhook,
  type Json,
} from './fake-gateway.ts';

interface Transaction {
  readonly id: number;
  readonly reference: string;
  amount: number;
  readonly requestedAmount: number;
  currency: string;
  status: string;
}

const ok = (message: string, data: Json): FakeAnswer => ({
  status: 200,
  body: { status: true, message, data },
});
const refused = (status: number, message: string, code: string): FakeAnswer => ({
  status,
  body: {
    status: false,
    message,
    meta: { nextStep: 'Look at the documentation' },
    type: 'validation_error',
    code,
  },
});

/** Paystack in the words of its API. */
export class FakePaystack extends FakeCompany {
  readonly secretKey: string;
  readonly #transactions = new Map<string, Transaction>();
  #nextId = 4_099_260_516;

  private constructor(secretKey: string) {
    super();
    this.secretKey = secretKey;
  }

  static start(secretKey: string): Promise<FakePaystack> {
    return new FakePaystack(secretKey).open();
  }

  /** The payer pays, unless told otherwise as much as was asked. */
  pay(reference: string, paid: { amount?: number; currency?: string } = {}): void {
    Object.assign(this.#find(reference), { status: 'success', ...paid });
  }

  setStatus(reference: string, status: string): void {
    this.#find(reference).status = status;
  }

  /** What Paystack would post about a transaction, signed. */
  webhook(reference: string, event = 'charge.success', secretKey = this.secretKey): FakeWebhook {
    const body = JSON.stringify({ event, data: dataOf(this.#find(reference)) });
    return signedByPaystack(body, secretKey);
  }

  #find(reference: string): Transaction {
    const transaction = this.#transactions.get(reference);
    if (!transaction) throw new Error(`no transaction ${reference}`);
    return transaction;
  }

  protected override answer(call: FakeCall): FakeAnswer {
    const { method, path, body } = call;
    if (call.authorization !== `Bearer ${this.secretKey}`)
      return refused(401, 'Invalid key', 'invalid_Key');
    if (method === 'POST' && path === '/transaction/initialize') return this.#initialize(body);
    if (method === 'POST' && path === '/charge') return this.#charge(body);
    const reference = /^\/transaction\/verify\/(.+)$/.exec(path)?.[1];
    if (method !== 'GET' || reference === undefined) return refused(404, 'Not found', 'not_found');
    const transaction = this.#transactions.get(decodeURIComponent(reference));
    return transaction
      ? ok('Verification successful', dataOf(transaction))
      : refused(400, 'Transaction reference not found.', 'transaction_not_found');
  }

  #initialize(body: Json): FakeAnswer {
    const problem = this.#add(body);
    if (problem) return problem;
    const code = `0peioxfhpn${this.#nextId}`;
    return ok('Authorization URL created', {
      authorization_url: `https://checkout.paystack.com/${code}`,
      access_code: code,
      reference: body['reference'],
    });
  }

  #charge(body: Json): FakeAnswer {
    const { provider, phone } = (body['mobile_money'] ?? {}) as Json;
    if (!['mtn', 'vod', 'atl'].includes(String(provider)) || !/^0\d{9}$/.test(String(phone)))
      return refused(400, 'Charge attempted', 'invalid_params');
    const problem = this.#add(body);
    if (problem) return problem;
    return ok('Charge attempted', {
      reference: body['reference'],
      status: provider === 'vod' ? 'send_otp' : 'pay_offline',
      display_text: 'Please complete authorization process on your mobile phone',
    });
  }

  #add(body: Json): FakeAnswer | undefined {
    const { email, amount, currency, reference } = body;
    if (typeof email !== 'string' || !Number.isInteger(amount) || typeof currency !== 'string')
      return refused(400, 'Invalid Amount Sent', 'invalid_params');
    if (!/^[A-Za-z0-9.=-]+$/.test(String(reference)))
      return refused(400, 'Invalid reference', 'invalid_params');
    if (this.#transactions.has(String(reference)))
      return refused(400, 'Duplicate Transaction Reference', 'duplicate_reference');
    this.#nextId += 1;
    this.#transactions.set(String(reference), {
      id: this.#nextId,
      reference: String(reference),
      amount: Number(amount),
      requestedAmount: Number(amount),
      currency,
      status: 'abandoned',
    });
    return undefined;
  }
}

const dataOf = ({ requestedAmount, ...transaction }: Transaction): Json => ({
  ...transaction,
  domain: 'test',
  requested_amount: requestedAmount,
  message: null,
  gateway_response: transaction.status === 'success' ? 'Successful' : 'The transaction failed',
  channel: 'card',
  metadata: '',
  log: null,
});

/** Any body, signed as Paystack signs. */
export const signedByPaystack = (body: string, secretKey: string): FakeWebhook => ({
  path: '/webhooks/paystack',
  headers: {
    'content-type': 'application/json',
    'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
  },
  body,
});
