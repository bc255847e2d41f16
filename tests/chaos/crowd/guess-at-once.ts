/**
 * Many people who guess on one voucher at the same moment, in a process of their own, so that whoever measures
 * meanwhile is not kept waiting by them. Each does what an app does: a proven device, a key that stays the same, and
 * after a refusal the pause that was asked for. Reads what to do as JSON from standard input, and writes what came of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { json } from 'node:stream/consumers';

export interface Crowd {
  readonly urls: readonly string[];
  readonly ulid: string;
  /** Of each person, who they are and on which device. */
  readonly people: readonly Readonly<Record<string, string>>[];
  /** After this nobody asks again. */
  readonly timeoutMs: number;
}

export interface CrowdOutcome {
  /** How often each answer came: '422 wrong_guess' is a guess that was taken. */
  readonly answers: Readonly<Record<string, number>>;
  /** Until everybody had an answer that is not a refusal. */
  readonly seconds: number;
}

const { urls, ulid, people, timeoutMs } = (await json(process.stdin)) as Crowd;
const answers: Record<string, number> = {};
const beganMs = performance.now();

async function guess(person: Readonly<Record<string, string>>, index: number): Promise<void> {
  const code = `${1_000_000_000_000 + index}`;
  const headers = {
    ...person,
    'content-type': 'application/json',
    'idempotency-key': `crowd-${ulid}-${index}`,
  };
  while (performance.now() - beganMs < timeoutMs) {
    const answer = await fetch(`${urls[index % urls.length]}/api/v1/vouchers/submit`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ voucher_id: ulid, code }),
    }).catch(() => undefined);
    const { code: said = '' } = answer ? ((await answer.json()) as { code?: string }) : {};
    const name = answer ? `${answer.status} ${said}` : 'none';
    answers[name] = (answers[name] ?? 0) + 1;
    if (answer && answer.status !== 503) return;
    await delay(Number(answer?.headers.get('retry-after') ?? 1) * 1000);
  }
}

await Promise.all(people.map(guess));
const outcome: CrowdOutcome = { answers, seconds: (performance.now() - beganMs) / 1000 };
process.stdout.write(JSON.stringify(outcome));
