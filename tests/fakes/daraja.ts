import {
  FakeCompany,
  type FakeAnswer,
  type FakeCall,
  type FakeWebhook,
  type Json,
} from './fake-gateway.ts';

interface Push {
  readonly id: string;
  readonly amount: number;
  readonly callbackUrl: string;
  /** Undefined while the payer has not answered. */
  result: { readonly code: number; readonly text: string } | undefined;
}

const refused = (status: number, errorCode: string, errorMessage: string): FakeAnswer => ({
  status,
  body: { requestId: '16813-15-1', errorCode, errorMessage },
});

const RESULTS: Readonly<Record<number, string>> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  1032: 'Request cancelled by user',
  1037: 'DS timeout user cannot be reached',
};

/** Safaricom's Daraja in the words of its API. */
export class FakeDaraja extends FakeCompany {
  readonly consumerKey = 'consumer-key';
  readonly consumerSecret = 'consumer-secret';
  readonly shortcode = '174379';
  readonly passkey = 'bfb279f9aa9bdbcf158e97dd71a467cd';
  readonly pushes: Push[] = [];
  #tokens = 0;
  #validToken = '';

  static start(): Promise<FakeDaraja> {
    return new FakeDaraja().open();
  }

  get settings() {
    const { consumerKey, consumerSecret, shortcode, passkey } = this;
    const baseUrl = this.gateway.url;
    return { baseUrl, consumerKey, consumerSecret, shortcode, passkey, till: undefined };
  }

  /** Tokens that were given out end now. */
  endTokens(): void {
    this.#validToken = '';
  }

  /** The payer answers the last prompt, or the network gives up. */
  answerLast(code: number): Push {
    const push = this.pushes.at(-1);
    if (!push) throw new Error('no phone was asked');
    push.result = { code, text: RESULTS[code] ?? 'Unknown' };
    return push;
  }

  /** What Safaricom posts about a push to the address it was given. */
  callback({ id, amount, callbackUrl, result }: Push): FakeWebhook {
    const items = [
      { Name: 'Balance' },
      { Name: 'PhoneNumber', Value: 254712345678 },
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
    ];
    const stkCallback = {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: id,
      ResultCode: result?.code,
      ResultDesc: result?.text,
      ...(result?.code === 0 ? { CallbackMetadata: { Item: items } } : {}),
    };
    return {
      path: new URL(callbackUrl).pathname,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Body: { stkCallback } }),
    };
  }

  protected override answer(call: FakeCall): FakeAnswer {
    if (call.path === '/oauth/v1/generate') return this.#newToken(call);
    if (this.#validToken === '' || call.authorization !== `Bearer ${this.#validToken}`)
      return refused(404, '404.001.03', 'Invalid Access Token');
    const { Timestamp: at, Password: password } = call.body;
    const right = Buffer.from(`${this.shortcode}${this.passkey}${String(at)}`).toString('base64');
    if (!/^\d{14}$/.test(String(at)) || password !== right)
      return refused(400, '400.002.02', 'Bad Request - Invalid Password');
    return call.path === '/mpesa/stkpush/v1/processrequest'
      ? this.#push(call.body)
      : this.#query(String(call.body['CheckoutRequestID']));
  }

  #newToken({ authorization }: FakeCall): FakeAnswer {
    const pair = Buffer.from(`${this.consumerKey}:${this.consumerSecret}`).toString('base64');
    if (authorization !== `Basic ${pair}`) return { status: 400, body: '' };
    this.#tokens += 1;
    this.#validToken = `token-${this.#tokens}`;
    return { status: 200, body: { access_token: this.#validToken, expires_in: '3599' } };
  }

  #push(body: Json): FakeAnswer {
    const { Amount: amount, PhoneNumber: phone, CallBackURL: callbackUrl } = body;
    if (!/^254[17]\d{8}$/.test(String(phone)))
      return refused(400, '400.002.02', 'Bad Request - Invalid PhoneNumber');
    if (!Number.isInteger(amount) || Number(amount) < 1)
      return refused(400, '400.002.02', 'Bad Request - Invalid Amount');
    const id = `ws_CO_1912201910203639${this.pushes.length}`;
    this.pushes.push({
      id,
      amount: Number(amount),
      callbackUrl: String(callbackUrl),
      result: undefined,
    });
    return {
      status: 200,
      body: {
        MerchantRequestID: '16813-1590513-1',
        CheckoutRequestID: id,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      },
    };
  }

  #query(id: string): FakeAnswer {
    const push = this.pushes.find((one) => one.id === id);
    if (!push) return refused(400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID');
    if (!push.result) return refused(500, '500.001.1001', 'The transaction is being processed');
    return {
      status: 200,
      body: {
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successsfully',
        MerchantRequestID: '16813-1590513-1',
        CheckoutRequestID: id,
        ResultCode: String(push.result.code),
        ResultDesc: push.result.text,
      },
    };
  }
}
