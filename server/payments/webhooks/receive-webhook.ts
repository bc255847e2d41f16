import { createHash } from 'node:crypto';

import { and, eq } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import { webhookEvents } from '../../db/schema/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { asObject, type Json } from '../../lib/call-gateway.ts';
import type { RawWebhook, WebhookFormat } from '../gateways/webhook-event.ts';
import type { Gateway } from '../processor.ts';
import { HANDLE_WEBHOOK, requeueWebhook, type WebhookJob } from './handle-webhook.ts';

/**
 * Stores an authentic webhook and queues its handling in one transaction; a stored one that is unhandled is queued
 * again.
 * @param format undefined without an account at this gateway, which refuses every webhook
 */
export async function receiveWebhook(
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
