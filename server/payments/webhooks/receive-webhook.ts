import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';

import { Closed, Text } from '../../../contract/common.ts';
import { MpesaWebhookAnswer, WebhookAnswer } from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { ofRequest } from '../../of-request.ts';
import { darajaCallbacks } from '../gateways/daraja.ts';
import { flutterwaveWebhooks } from '../gateways/flutterwave.ts';
import { paystackWebhooks } from '../gateways/paystack.ts';
import type { RawWebhook, WebhookFormat } from '../gateways/gateway-messages.ts';
import type { Gateway } from '../processor.ts';
import { dateOf } from '../../clock.ts';
import { webhookEvents } from '../../db/schema/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../http/app-error.ts';
import { asObject, type Json } from '../../lib/call-gateway.ts';
import { HANDLE_WEBHOOK, requeueWebhook, type WebhookJob } from './handle-webhook.ts';

const route = taggedRoutes('Webhooks');
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
async function receiveWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>,
  gateway: Gateway,
  format: WebhookFormat | undefined,
  webhook: RawWebhook,
): Promise<void> {
  if (!format?.isAuthentic(webhook)) {
    deps.log.warn({ gateway, bytes: webhook.body.length }, 'webhook refused: not signed right');
    throw new AppError('signature_invalid');
  }
  const text = decode(webhook.body);
  const event = format.read(parse(text));
  const row = {
    gateway,
    eventKey: event.key ?? createHash('sha256').update(webhook.body).digest('hex'),
    type: event.type,
    subject: event.subject ?? null,
    reference: event.reference ?? null,
    gatewayReference: event.gatewayReference ?? null,
    body: text,
    receivedAt: dateOf(deps.clock),
  };
  const isNew = await inTransaction(deps.db, async (tx) => {
    const [stored] = await tx
      .insert(webhookEvents)
      .values(row)
      .onConflictDoNothing({ target: [webhookEvents.gateway, webhookEvents.eventKey] })
      .returning({ id: webhookEvents.id });
    if (stored) {
      await deps.jobs.send(tx, HANDLE_WEBHOOK, { eventId: stored.id } satisfies WebhookJob);
      return true;
    }
    const isIt = and(eq(webhookEvents.gateway, gateway), eq(webhookEvents.eventKey, row.eventKey));
    await requeueWebhook(tx, deps, isIt);
    return false;
  });
  const { type, reference } = event;
  if (!isNew) deps.log.info({ gateway, type, reference }, 'webhook came again');
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new AppError('malformed');
  }
}

function parse(text: string): Json {
  let body: Json | undefined;
  try {
    body = asObject(JSON.parse(text));
  } catch {
    // Refused below, like any other body that is no object.
  }
  if (!body) throw new AppError('malformed');
  return body;
}
