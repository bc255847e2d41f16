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
  readonly txRef: string;
  amount: number;
  currency: string;
  status: string;
  readonly paymentType: string;
}

const ok = (message: string, data: Json | readonly Json[], more: Json = {}): FakeAnswer => ({
  status: 200,
  body: { status: 'success', message, data, ...more },
});
const refused = (status: number, message: string): FakeAnswer => ({
  status,
  body: { status: 'error', message, data: null },
});

/** Flutterwave v3 in the words of its API. */
export class FakeFlutterwave extends FakeCompany {
  readonly secretKey = 'FLWSECK_TEST-play-X';
  readonly secretHash = 'the secret hash of the dashboard';
  /** Tries in the order in which they were made; a payer can try twice under one reference. */
  readonly #transactions: Transaction[] = [];
  readonly #refunds = new Map<string, Json>();
  readonly #chargebacks: Json[] = [];
  #nextId = 288_200_108;
  readonly #settlements: { readonly row: Json; readonly ids: readonly number[] }[] = [];

  static start(): Promise<FakeFlutterwave> {
    return new FakeFlutterwave().open();
  }

  get settings() {
    const { secretKey, secretHash } = this;
    return { baseUrl: this.gateway.url, secretKey, secretHash };
  }

  /** The payer tries on the page, with this outcome. @returns the number of the try */
  attempt(
    txRef: string,
    status: string,
    paid: { amount: number; currency: string },
    paymentType = 'bank_transfer',
  ): number {
    this.#nextId += 1;
    this.#transactions.push({ id: this.#nextId, txRef, status, paymentType, ...paid });
    return this.#nextId;
  }

  /** Pays out tries to the bank; `row` is what is told otherwise of it. @returns its number */
  settle(ids: readonly number[], date: string, row: Json = {}): number {
    this.#nextId += 1;
    const paid = this.#transactions.filter(({ id }) => ids.includes(id));
    const gross = paid.reduce((sum, { amount }) => sum + amount, 0);
    const told = {
      id: this.#nextId,
      account_id: 73_362,
      merchant_name: 'Goodies',
      transaction_date: `${date}T04:00:00.000Z`,
      due_date: `${date}T04:00:00.000Z`,
      processed_date: null,
      status: 'completed',
      is_local: true,
      currency: paid[0]?.currency ?? 'NGN',
      gross_amount: gross,
      app_fee: 1.4,
      merchant_fee: 0,
      chargeback: 0,
      refund: 0,
      stampduty_charge: 0,
      net_amount: gross - 1.4,
      transaction_count: paid.length,
      destination: 'account',
      meta: ids,
      created_at: `${date}T01:30:00.000Z`,
      ...row,
    };
    this.#settlements.push({ row: told, ids });
    return this.#nextId;
  }

  /** The phone that was charged answers. */
  setStatus(txRef: string, status: string): void {
    const transaction = this.#transactions.find((one) => one.txRef === txRef);
    if (!transaction) throw new Error(`no transaction ${txRef}`);
    transaction.status = status;
  }

  webhook(id: number, signing: 'hash' | 'signature' | 'flat' = 'hash'): FakeWebhook {
    const transaction = this.#transactions.find((one) => one.id === id);
    if (!transaction) throw new Error(`no transaction ${id}`);
    const { txRef, ...rest } = transaction;
    const body =
      signing === 'flat'
        ? { ...rest, txRef, flwRef: 'FLW-1', 'event.type': 'CARD_TRANSACTION' }
        : {
            event: 'charge.completed',
            data: dataOf(transaction),
            'event.type': 'CARD_TRANSACTION',
          };
    return this.signed(JSON.stringify(body), signing === 'signature');
  }

  /** Returns money of a try on the dashboard. @returns what Flutterwave posts about it */
  refund(id: number, amount: number, status = 'completed'): FakeWebhook {
    this.#nextId += 1;
    const refund = { id: this.#nextId, status };
    const { currency } = this.#transactions.find((one) => one.id === id) ?? {};
    this.#refunds.set(String(this.#nextId), {
      ...refund,
      tx_id: id,
      amount_refunded: amount,
      currency,
    });
    return this.signed(JSON.stringify({ ...refund, AmountRefunded: amount, TransactionId: id }));
  }

  /** A stage of a chargeback of a try. @returns what Flutterwave posts about it */
  chargeback(id: number, status: string, amount: number): FakeWebhook {
    const transaction = this.#transactions.find((one) => one.id === id);
    if (!transaction) throw new Error(`no transaction ${id}`);
    this.#nextId += 1;
    const { flw_ref, tx_ref } = dataOf(transaction);
    const data = { id: this.#nextId, amount, flw_ref, tx_ref, transaction_id: id, status };
    this.#chargebacks.push(data);
    return this.signed(JSON.stringify({ event: `chargeback.${status}`, data }));
  }

  /** Any body with the headers of Flutterwave. */
  signed(body: string, bySignature = false): FakeWebhook {
    const signature = createHmac('sha256', this.secretHash).update(body).digest('base64');
    return {
      path: '/webhooks/flutterwave',
      headers: {
        'content-type': 'application/json',
        ...(bySignature
          ? { 'flutterwave-signature': signature }
          : { 'verif-hash': this.secretHash }),
      },
      body,
    };
  }

  protected override answer(call: FakeCall): FakeAnswer {
    const { method, path, query, body } = call;
    if (call.authorization !== `Bearer ${this.secretKey}`)
      return refused(401, 'Authorization required');
    if (method === 'POST' && path === '/payments') return this.#openPage(body);
    if (method === 'POST' && path === '/charges') return this.#charge(query.get('type'), body);
    const settled = /^\/settlements(?:\/(\d+))?$/.exec(path);
    if (method === 'GET' && settled) return this.#readSettlements(query, settled[1]);
    const refund = this.#refunds.get(/^\/refunds\/(\d+)$/.exec(path)?.[1] ?? '');
    if (refund) return ok('Refund fetched', refund);
    if (path === '/chargebacks')
      return ok(
        'Chargebacks fetched',
        this.#chargebacks.filter((one) => one['flw_ref'] === query.get('flw_ref')),
      );
    const byReference = path === '/transactions/verify_by_reference';
    const id = Number(/^\/transactions\/(\d+)\/verify$/.exec(path)?.[1]);
    const found = this.#transactions.find((one) =>
      byReference ? one.txRef === query.get('tx_ref') : one.id === id,
    );
    return found
      ? ok('Transaction fetched successfully', dataOf(found))
      : refused(400, 'No transaction was found for this id');
  }

  #readSettlements(query: URLSearchParams, id: string | undefined): FakeAnswer {
    if (id === undefined) {
      const page = Number(query.get('page') ?? 1);
      const { length } = this.#settlements;
      const info = { total: length, current_page: page, total_pages: length, page_size: 1 };
      const rows = this.#settlements.slice(page - 1, page).map(({ row }) => row);
      return ok('Settlements fetched', rows, { meta: { page_info: info } });
    }
    const found = this.#settlements.find(({ row }) => String(row['id']) === id);
    if (!found) return refused(400, 'No settlement was found for this id');
    const transactions = this.#transactions
      .filter((one) => found.ids.includes(one.id))
      .map(({ txRef, amount, ...one }) => ({
        ...one,
        tx_ref: txRef,
        flw_ref: `FLW-${one.id}`,
        charged_amount: amount,
        app_fee: 1.4,
        settlement_amount: amount - 1.4,
        transaction_date: '2026-11-02',
      }));
    return ok('Settlement fetched', { ...found.row, transactions });
  }

  #openPage(body: Json): FakeAnswer {
    const customer = (body['customer'] ?? {}) as Json;
    const { tx_ref: txRef } = body;
    if (typeof txRef !== 'string' || !body['redirect_url'] || !customer['email'])
      return refused(400, 'redirect_url is required');
    return ok('Hosted Link', {
      link: `https://checkout.flutterwave.com/v3/hosted/pay/${txRef}`,
    });
  }

  #charge(type: string | null, body: Json): FakeAnswer {
    const { tx_ref: txRef, amount, currency, phone_number: phone, network } = body;
    if (!/^(?:233|254)\d{9}$/.test(String(phone))) return refused(400, 'phone_number is invalid');
    if (
      type === 'mobile_money_ghana' &&
      !['MTN', 'VODAFONE', 'AIRTELTIGO'].includes(String(network))
    )
      return refused(400, 'network is required');
    const paid = { amount: Number(amount), currency: String(currency) };
    const paymentType = type === 'mpesa' ? type : 'mobilemoneygh';
    const id = this.attempt(String(txRef), 'pending', paid, paymentType);
    if (type === 'mpesa')
      return ok('Charge initiated', { id, tx_ref: txRef, status: 'pending', ...paid });
    return ok(
      'Charge initiated',
      {},
      {
        meta: {
          authorization: {
            mode: 'redirect',
            redirect: 'https://ravemodal.flutterwave.com/captcha/1',
          },
        },
      },
    );
  }
}

const dataOf = ({ id, txRef, amount, currency, status, paymentType }: Transaction): Json => ({
  id,
  tx_ref: txRef,
  flw_ref: `FLW-${id}`,
  amount,
  currency,
  charged_amount: amount + 1,
  app_fee: 1.4,
  status,
  payment_type: paymentType,
});
