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
  channel?: string;
}

interface FakeDispute {
  status: string;
  resolution: string | null;
  refundAmount: number | null;
  readonly reference: string;
}

const ok = (message: string, data: Json | readonly Json[], more: Json = {}): FakeAnswer => ({
  status: 200,
  body: { status: true, message, data, ...more },
});

/** As many rows as a page of Paystack has where it is not asked for more. */
const PAGE_ROWS = 2;
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
  readonly #disputes = new Map<number, FakeDispute>();
  readonly #refunds: Json[] = [];
  #nextId = 4_099_260_516;
  readonly #settlements: { readonly row: Json; readonly references: readonly string[] }[] = [];

  private constructor(secretKey: string) {
    super();
    this.secretKey = secretKey;
  }

  static start(secretKey: string): Promise<FakePaystack> {
    return new FakePaystack(secretKey).open();
  }

  /** The payer pays, unless told otherwise as much as was asked. */
  pay(
    reference: string,
    paid: { amount?: number; currency?: string; channel?: string } = {},
  ): void {
    Object.assign(this.#find(reference), { status: 'success', ...paid });
  }

  /** The payer is charged a second time. @returns what Paystack posts about it */
  payAgain(reference: string): FakeWebhook {
    this.#nextId += 1;
    const again = { ...this.#find(reference), id: this.#nextId };
    this.#transactions.set(`${reference}/${this.#nextId}`, again);
    const body = JSON.stringify({ event: 'charge.success', data: dataOf(again) });
    return signedByPaystack(body, this.secretKey);
  }

  setStatus(reference: string, status: string): void {
    this.#find(reference).status = status;
  }

  /** Pays out transactions to the bank; `row` is what is told otherwise of it. @returns its number */
  settle(references: readonly string[], date: string, row: Json = {}): number {
    this.#nextId += 1;
    const paid = references.map((reference) => this.#find(reference));
    const processed = paid.reduce((sum, { amount }) => sum + amount, 0);
    const fees = Math.ceil(processed * 0.015);
    const told = {
      id: this.#nextId,
      domain: 'live',
      status: 'success',
      currency: paid[0]?.currency ?? 'NGN',
      integration: 463_433,
      total_amount: processed - fees,
      effective_amount: processed - fees,
      total_fees: fees,
      total_processed: processed,
      deductions: null,
      settlement_date: `${date}T00:00:00.000Z`,
      settled_by: null,
      createdAt: `${date}T04:32:05.000Z`,
      updatedAt: `${date}T06:02:05.000Z`,
      ...row,
    };
    this.#settlements.push({ row: told, references });
    return this.#nextId;
  }

  /** What Paystack would post about a transaction, signed. */
  webhook(reference: string, event = 'charge.success', secretKey = this.secretKey): FakeWebhook {
    const body = JSON.stringify({ event, data: dataOf(this.#find(reference)) });
    return signedByPaystack(body, secretKey);
  }

  /** The payer's bank disputes a transaction. @returns the number of the dispute */
  dispute(reference: string): number {
    this.#nextId += 1;
    const open = { status: 'awaiting-merchant-feedback', resolution: null, refundAmount: null };
    this.#disputes.set(this.#nextId, { ...open, reference });
    return this.#nextId;
  }

  /** What became of it. @param refundAmount all, unless it is given */
  decide(id: number, resolution: string | null, refundAmount: number | null = null): void {
    const dispute = this.#disputes.get(id);
    if (!dispute) throw new Error(`no dispute ${id}`);
    Object.assign(dispute, { status: 'resolved', resolution, refundAmount });
  }

  /** What Paystack would post about a dispute, signed; `claims` are believed nowhere. */
  disputeWebhook(id: number, event: string, claims: Json = {}): FakeWebhook {
    const data = { ...this.#disputeData(id), ...claims };
    return signedByPaystack(
      JSON.stringify({ event: `charge.dispute.${event}`, data }),
      this.secretKey,
    );
  }

  /** Returns money on the dashboard. @returns what Paystack posts about it, which has no id */
  refund(
    reference: string,
    amount: number,
    { status = 'processed', dispute = null }: { status?: string; dispute?: number | null } = {},
  ): FakeWebhook {
    const { id: transaction, currency } = this.#find(reference);
    this.#nextId += 1;
    this.#refunds.push({ id: this.#nextId, transaction, dispute, amount, currency, status });
    const data = {
      status,
      transaction_reference: reference,
      refund_reference: String(this.#nextId),
      amount: String(amount),
      currency,
    };
    return signedByPaystack(JSON.stringify({ event: `refund.${status}`, data }), this.secretKey);
  }

  #disputeData(id: number): Json {
    const dispute = this.#disputes.get(id);
    if (!dispute) throw new Error(`no dispute ${id}`);
    const { status, resolution, refundAmount, reference } = dispute;
    const transaction = this.#find(reference);
    return {
      id,
      refund_amount: refundAmount ?? transaction.amount,
      currency: transaction.currency,
      status,
      resolution,
      transaction: dataOf(transaction),
      transaction_reference: null,
      category: 'chargeback',
    };
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
    const settled = /^\/settlement(?:\/(\d+)\/transactions)?$/.exec(path);
    if (method === 'GET' && settled) return this.#readSettlements(call, settled[1]);
    const disputed = Number(/^\/dispute\/(\d+)$/.exec(path)?.[1]);
    if (this.#disputes.has(disputed)) return ok('Dispute retrieved', this.#disputeData(disputed));
    if (path === '/refund')
      return ok(
        'Refunds retrieved',
        this.#refunds.filter((one) => String(one['transaction']) === call.query.get('transaction')),
      );
    const byId = Number(/^\/transaction\/(\d+)$/.exec(path)?.[1]);
    const known = [...this.#transactions.values()].find(({ id }) => id === byId);
    if (known) return ok('Transaction retrieved', dataOf(known));
    const reference = /^\/transaction\/verify\/(.+)$/.exec(path)?.[1];
    if (method !== 'GET' || reference === undefined) return refused(404, 'Not found', 'not_found');
    const transaction = this.#transactions.get(decodeURIComponent(reference));
    return transaction
      ? ok('Verification successful', dataOf(transaction))
      : refused(400, 'Transaction reference not found.', 'transaction_not_found');
  }

  #readSettlements({ query }: FakeCall, id: string | undefined): FakeAnswer {
    const page = Number(query.get('page') ?? 1);
    const one = this.#settlements.find(({ row }) => String(row['id']) === id);
    const rows = one
      ? one.references.map((reference) => ({
          ...dataOf(this.#find(reference)),
          paid_at: one.row['createdAt'],
        }))
      : this.#settlements
          .map(({ row }) => row)
          .filter((row) => String(row['settlement_date']) >= (query.get('from') ?? ''));
    const shown = rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
    const meta = {
      total: rows.length,
      perPage: PAGE_ROWS,
      page,
      pageCount: Math.ceil(rows.length / PAGE_ROWS),
    };
    return ok('Settlements retrieved', shown, { meta });
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
  channel: 'bank_transfer',
  ...transaction,
  domain: 'test',
  requested_amount: requestedAmount,
  message: null,
  gateway_response: transaction.status === 'success' ? 'Successful' : 'The transaction failed',
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
