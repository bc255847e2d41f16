import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { addPerson } from '../../fixtures/api/people.ts';
import { Caller, type Attempt } from '../caller.ts';
import { Journal } from '../journal.ts';
import { randomOf } from '../random.ts';
import { openChaosScene, type ChaosScene } from '../scene.ts';
import { Story } from '../stories/story.ts';
import { WalletModel } from '../wallet-model.ts';
import { begunBetween } from '../watch.ts';
import type { Crowd, CrowdOutcome } from './guess-at-once.ts';

const CROWD = fileURLToPath(new URL('guess-at-once.ts', import.meta.url));
const ALONE_MS = 6_000;
const READERS = 4;
const READ_EVERY_MS = 50;
const PEOPLE_AT_ONCE = 10;

/** How long reads took, ms, and how many were refused. */
export interface Reads {
  readonly count: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface CrowdMeasured {
  readonly crowd: CrowdOutcome;
  /** What others read before the crowd came, and while it was there. */
  readonly alone: Reads;
  readonly among: Reads;
}

/** Lets so many people guess on one voucher at the same moment, and measures what others read meanwhile. */
export async function measureCrowd(
  { seed, nodes, guessers }: { seed: number; nodes: number; guessers: number },
  journalFile: string,
): Promise<CrowdMeasured> {
  const journal = new Journal(journalFile);
  const scene = await openChaosScene({ seed, nodes, people: READERS + 1 }, journal);
  try {
    const caller = new Caller(scene.nodes.urls, randomOf(seed, 'balancer'), journal);
    const { crowd, others } = await prepare(scene, caller, journal, guessers);
    const over = new AbortController();
    const reading = scene.people.slice(0, READERS).map(async ({ token }) => {
      while (!over.signal.aborted) {
        await caller.once({ method: 'GET', path: `/api/v1/vouchers/${others}?skip_tracking=true` });
        await caller.once({ method: 'GET', path: '/api/v1/wallet/balances', token });
        await delay(READ_EVERY_MS);
      }
    });
    await delay(ALONE_MS / 2);
    const aloneMs = performance.now();
    await delay(ALONE_MS);
    const cameMs = performance.now();
    const outcome = await send(crowd);
    const leftMs = performance.now();
    over.abort();
    await Promise.all(reading);
    return {
      crowd: outcome,
      alone: readsOf(begunBetween(caller.attempts, aloneMs, cameMs)),
      among: readsOf(begunBetween(caller.attempts, cameMs, leftMs)),
    };
  } finally {
    await scene.close();
    await journal.close();
  }
}

/** The voucher that all guess on, and the one that others look at. */
async function prepare(
  { deps, nodes, people, gateway }: ChaosScene,
  caller: Caller,
  journal: Journal,
  guessers: number,
): Promise<{ crowd: Crowd; others: string }> {
  const model = new WalletModel();
  const world = { people, caller, gateway, journal, model, answers: new Map(), withdrawals: [] };
  const story = new Story(world, randomOf(0, 'crowd'), 'crowd-giveaways');
  const [creator] = people;
  const fields = { reveal_method: 'views', second_reveal_views: '1000' };
  const vouchers = creator && [
    await story.openGiveaway(creator, fields),
    await story.openGiveaway(creator, fields),
  ];
  const [guessed, looked] = vouchers ?? [];
  if (!guessed || !looked) throw new Error('no giveaways were made');
  const tokens: string[] = [];
  while (tokens.length < guessers) {
    const names = Array.from({ length: PEOPLE_AT_ONCE }, (_, n) => `crowd_${tokens.length + n}`);
    const some = await Promise.all(names.map((name) => addPerson(deps, name)));
    tokens.push(...some.map(({ token }) => token));
  }
  return { crowd: { urls: nodes.urls, ulid: guessed.ulid, tokens }, others: looked.ulid };
}

async function send(crowd: Crowd): Promise<CrowdOutcome> {
  const child = spawn(process.execPath, [...process.execArgv, CROWD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(crowd));
  return (await json(child.stdout)) as CrowdOutcome;
}

function readsOf(attempts: readonly Attempt[]): Reads {
  const answered = attempts.filter(({ status }) => status === 200);
  const times = answered.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    count: attempts.length,
    refused: attempts.length - answered.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** What was measured, for a terminal and for docs/reliability.md. */
export function renderCrowd({ crowd, alone, among }: CrowdMeasured): string {
  const row = (name: string, { count, refused, p50Ms, p99Ms }: Reads): string =>
    `| ${name} | ${count} | ${refused} | ${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} |`;
  const statuses = Object.entries(crowd.statuses).map(([status, n]) => `${status}: ${n}`);
  return [
    `The crowd had its answers within ${crowd.seconds.toFixed(1)} s (${statuses.join(', ')}).`,
    '',
    '| reads of others | requests | refused | p50, ms | p99, ms |',
    '| --- | --: | --: | --: | --: |',
    row('before it came', alone),
    row('while it was there', among),
  ].join('\n');
}
