/**
 * Many people who guess on one voucher at the same moment, in a process of their own, so that whoever measures
 * meanwhile is not kept waiting by them. Who is refused asks again when told to. Reads what to do as JSON from
 * standard input, and writes what came of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { json } from 'node:stream/consumers';

export interface Crowd {
  readonly urls: readonly string[];
  readonly ulid: string;
  readonly tokens: readonly string[];
}

export interface CrowdOutcome {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Until everybody had an answer that is not a refusal. */
  readonly seconds: number;
}

const GIVE_UP_AFTER_MS = 120_000;

const { urls, ulid, tokens } = (await json(process.stdin)) as Crowd;
const statuses: Record<string, number> = {};
const beganMs = performance.now();

async function guess(token: string, index: number): Promise<void> {
  const code = `${1_000_000_000_000 + index}`;
  while (performance.now() - beganMs < GIVE_UP_AFTER_MS) {
    const answer = await fetch(`${urls[index % urls.length]}/api/v1/vouchers/submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ voucher_id: ulid, code }),
    }).catch(() => undefined);
    const status = `${answer?.status ?? 'none'}`;
    statuses[status] = (statuses[status] ?? 0) + 1;
    await answer?.arrayBuffer();
    if (answer && answer.status !== 503) return;
    await delay(Number(answer?.headers.get('retry-after') ?? 1) * 1000);
  }
}

await Promise.all(tokens.map(guess));
const outcome: CrowdOutcome = { statuses, seconds: (performance.now() - beganMs) / 1000 };
process.stdout.write(JSON.stringify(outcome));
