import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

import { Closed, Text } from '../../../contract/common.ts';
import { MpesaWebhookAnswer, WebhookAnswer } from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { ofRequest } from '../../of-request.ts';
import { darajaCallbacks } from '../gateways/daraja.ts';
import { flutterwaveWebhooks } from '../gateways/flutterwave.ts';
import { paystackWebhooks } from '../gateways/paystack.ts';
import type { WebhookFormat } from '../gateways/gateway-messages.ts';
import type { Gateway } from '../processor.ts';
import { AppError } from '../../http/app-error.ts';
import { asObject, type Json } from '../../lib/call-gateway.ts';
import { storeWebhook } from './handle-webhook.ts';

const route = taggedRoutes('Webhooks');
const MpesaParams = Closed({ token: Text(1, 200) });
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

const EMPTY = Buffer.alloc(0);

export const webhookRoutes = routesOf(async (app, deps) => {
  // A signature covers the raw bytes, whatever their content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const { paystack, flutterwave, daraja } = deps.config.gateways;
  const ofPaystack = paystack && paystackWebhooks(Object.values(paystack.secretKeys));
  const ofFlutterwave = flutterwave && flutterwaveWebhooks(flutterwave.secretHash);

  app.post('/webhooks/paystack', route('public', 'Of Paystack', WebhookAnswer), async (request) => {
    await receive(deps, request, 'paystack', ofPaystack);
    return { success };
  });

  app.post(
    '/webhooks/flutterwave',
    route('public', 'Of Flutterwave', WebhookAnswer),
    async (request) => {
      await receive(deps, request, 'flutterwave', ofFlutterwave);
      return { success };
    },
  );

  app.post(
    '/webhooks/mpesa',
    route(
      'public',
      'Of M-PESA, without the secret that its addresses have: always refused',
      MpesaWebhookAnswer,
    ),
    async (request) => {
      await receive(deps, request, 'daraja', undefined);
      return ACCEPTED;
    },
  );

  app.post(
    '/webhooks/mpesa/:token',
    route('public', 'Of M-PESA', MpesaWebhookAnswer, { params: MpesaParams }),
    async (request) => {
      const ofDaraja = daraja && darajaCallbacks(deps.secrets, request.params.token);
      await receive(deps, request, 'daraja', ofDaraja);
      return ACCEPTED;
    },
  );
});

/**
 * Stores an authentic webhook and queues its handling in one transaction; a stored one that is unhandled is queued
 * again.
 * @param format undefined without an account at this gateway, which refuses every webhook
 */
async function receive(
  deps: Deps,
  { id, body, headers }: FastifyRequest,
  gateway: Gateway,
  format: WebhookFormat | undefined,
): Promise<void> {
  const { db, clock, jobs, log } = ofRequest(deps, id);
  const bytes = Buffer.isBuffer(body) ? body : EMPTY;
  if (!format?.isAuthentic({ body: bytes, headers })) {
    log.warn({ gateway, bytes: bytes.length }, 'webhook refused: not signed right');
    throw new AppError('signature_invalid');
  }
  const { text, content } = parse(bytes);
  const event = format.read(content);
  const { isNew } = await storeWebhook(
    { db, clock, jobs },
    {
      gateway,
      eventKey: event.key ?? createHash('sha256').update(bytes).digest('hex'),
      type: event.type,
      subject: event.subject ?? null,
      reference: event.reference ?? null,
      gatewayReference: event.gatewayReference ?? null,
      disputeId: event.disputeId ?? null,
      body: text,
    },
  );
  const { type, reference } = event;
  if (!isNew) log.info({ gateway, type, reference }, 'webhook came again');
}

function parse(bytes: Buffer): { readonly text: string; readonly content: Json } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const content = asObject(JSON.parse(text));
    if (content) return { text, content };
  } catch {
    // Refused below, like any other body that is no object.
  }
  throw new AppError('malformed');
}
