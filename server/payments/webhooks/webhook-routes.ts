import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';

import { Closed, Text } from '../../../contract/common.ts';
import { MpesaWebhookAnswer, WebhookAnswer } from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { taggedRoutes } from '../../http/route-options.ts';
import { ofRequest } from '../../of-request.ts';
import { darajaCallbacks } from '../gateways/daraja.ts';
import { flutterwaveWebhooks } from '../gateways/flutterwave.ts';
import { paystackWebhooks } from '../gateways/paystack.ts';
import type { RawWebhook, WebhookFormat } from '../gateways/webhook-event.ts';
import type { Gateway } from '../processor.ts';
import { receiveWebhook } from './receive-webhook.ts';

const route = taggedRoutes('Webhooks');
const success = true as const;
const MpesaParams = Closed({ token: Text(1, 200) });
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

const EMPTY = Buffer.alloc(0);
const rawOf = ({ body, headers }: FastifyRequest): RawWebhook => ({
  body: Buffer.isBuffer(body) ? body : EMPTY,
  headers,
});

const receive = (
  deps: Deps,
  request: FastifyRequest,
  gateway: Gateway,
  format: WebhookFormat | undefined,
): Promise<void> => receiveWebhook(ofRequest(deps, request.id), gateway, format, rawOf(request));

export const webhookRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    // A signature covers the raw bytes, whatever their content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const { paystack, flutterwave, daraja } = deps.config.gateways;
    const ofPaystack = paystack && paystackWebhooks(Object.values(paystack.secretKeys));
    const ofFlutterwave = flutterwave && flutterwaveWebhooks(flutterwave.secretHash);

    app.post(
      '/webhooks/paystack',
      route('public', { summary: 'Of Paystack', response: { 200: WebhookAnswer } }),
      async (request) => {
        await receive(deps, request, 'paystack', ofPaystack);
        return { success };
      },
    );

    app.post(
      '/webhooks/flutterwave',
      route('public', { summary: 'Of Flutterwave', response: { 200: WebhookAnswer } }),
      async (request) => {
        await receive(deps, request, 'flutterwave', ofFlutterwave);
        return { success };
      },
    );

    app.post(
      '/webhooks/mpesa',
      route('public', {
        summary: 'Of M-PESA, without the secret that its addresses have: always refused',
        response: { 200: MpesaWebhookAnswer },
      }),
      async (request) => {
        await receive(deps, request, 'daraja', undefined);
        return ACCEPTED;
      },
    );

    app.post(
      '/webhooks/mpesa/:token',
      route('public', {
        summary: 'Of M-PESA',
        params: MpesaParams,
        response: { 200: MpesaWebhookAnswer },
      }),
      async (request) => {
        const ofDaraja = daraja && darajaCallbacks(deps.secrets, request.params.token);
        await receive(deps, request, 'daraja', ofDaraja);
        return ACCEPTED;
      },
    );
  };
