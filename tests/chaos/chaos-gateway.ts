import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { FakePaystack, signedByPaystack } from '../fakes/paystack.ts';
import { startFakePaystack } from '../fakes/payouts-paystack.ts';
import type { FakeRail } from '../fakes/payouts-rail.ts';
import type { FakeWebhook } from '../fakes/fake-gateway.ts';
import type { Random } from './random.ts';

/**
 * How the gateway feels: it answers · it takes what comes and says nothing, or does not even take it · its answers
 * come late · it tells everything several times, at once and again later.
 */
export type Mood = 'well' | 'hanging' | 'late' | 'repeating';

export type Fate = 'paid' | 'failed';

const LATE_MS = { min: 2_000, max: 12_000 };
/** How long a transfer is under way at the bank. */
const TRANSFER_MS = { min: 50, max: 2_500 };
const REPEAT_AFTER_MS = 4_000;
/** Of a hundred webhooks so many never leave: then only a question tells. */
const FORGOTTEN_PERCENT = 10;
const FAILING_PERCENT = 20;

/** Delivers a webhook to the server; resolves when that has taken it. */
type Deliver = (webhook: FakeWebhook) => Promise<void>;

/** A company that takes payments and pays out, on one port, with moods. What it has done stays done. */
export class ChaosGateway {
  mood: Mood = 'well';
  /** What became of each transfer that it took, by reference. */
  readonly fates = new Map<string, Fate>();
  readonly #random: Random;
  readonly #payments: FakePaystack;
  readonly #rail: FakeRail;
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();
  readonly #work = new Set<Promise<void>>();
  #deliver: Deliver = () => Promise.resolve();

  private constructor(random: Random, payments: FakePaystack, rail: FakeRail) {
    this.#random = random;
    this.#payments = payments;
    this.#rail = rail;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(secretKey: string, random: Random): Promise<ChaosGateway> {
    const rail = await startFakePaystack([secretKey]);
    const gateway = new ChaosGateway(random, await FakePaystack.start(secretKey), rail);
    await new Promise<void>((resolve) => {
      gateway.#server.listen(0, '127.0.0.1', resolve);
    });
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whom it tells from now on. */
  tell(deliver: Deliver): void {
    this.#deliver = deliver;
  }

  /** A payer pays a checkout that was opened. */
  pay(reference: string): void {
    this.#payments.pay(reference);
    this.#send(this.#payments.webhook(reference));
  }

  /** It answers again; who still waits for an answer of before is cut off. */
  recover(): void {
    this.mood = 'well';
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Resolves when all transfers have come to their end and all is told. */
  async settle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async close(): Promise<void> {
    this.recover();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    await this.#payments.gateway.close();
    await this.#rail.gateway.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mood = this.mood;
    const body = await readText(request);
    if (mood === 'hanging') {
      this.#held.add(response);
      response.on('close', () => this.#held.delete(response));
      // Whether it did what it was asked is anybody's guess.
      if (this.#random.percent(50)) await this.#carryOut(request, body);
      return;
    }
    const answer = await this.#carryOut(request, body);
    if (mood === 'late') await delay(this.#random.between(LATE_MS.min, LATE_MS.max));
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(answer.text)
      .on('error', () => undefined);
  }

  async #carryOut(
    { url = '/', method = 'GET', headers }: IncomingMessage,
    body: string,
  ): Promise<{ status: number; text: string }> {
    const company = url.startsWith('/transaction/') ? this.#payments.gateway : this.#rail.gateway;
    const answer = await fetch(`${company.url}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    if (method === 'POST' && url === '/transfer' && answer.ok)
      this.#start(String((JSON.parse(body) as { reference: unknown }).reference));
    return { status: answer.status, text: await answer.text() };
  }

  #start(reference: string): void {
    const fate = this.#random.percent(FAILING_PERCENT) ? 'failed' : 'paid';
    this.fates.set(reference, fate);
    const underWayMs = this.#random.between(TRANSFER_MS.min, TRANSFER_MS.max);
    this.#follow(async () => {
      await delay(underWayMs);
      this.#rail.end(reference, fate);
      const event = fate === 'paid' ? 'transfer.success' : 'transfer.failed';
      const data = { reference, transfer_code: `TRF_${reference}` };
      this.#send(signedByPaystack(JSON.stringify({ event, data }), this.#payments.secretKey));
    });
  }

  #send(webhook: FakeWebhook): void {
    if (this.#random.percent(FORGOTTEN_PERCENT)) return;
    const repeats = this.mood === 'repeating' ? this.#random.between(1, 3) : 0;
    for (let copy = 0; copy <= repeats; copy += 1) this.#follow(() => this.#deliver(webhook));
    if (repeats > 0)
      this.#follow(async () => {
        await delay(REPEAT_AFTER_MS);
        await this.#deliver(webhook);
      });
  }

  #follow(work: () => Promise<void>): void {
    const running = work().finally(() => this.#work.delete(running));
    this.#work.add(running);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
