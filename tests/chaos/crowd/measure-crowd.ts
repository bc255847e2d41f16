import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { provenDevice } from '../../fixtures/api/devices.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { Caller, type Attempt } from '../caller.ts';
import { Journal } from '../journal.ts';
import { randomOf } from '../random.ts';
import { openChaosScene, type ChaosScene } from '../scene.ts';
import { Story } from '../stories/story.ts';
import { WalletModel } from '../wallet-model.ts';
import { begunBetween } from '../watch.ts';
import type { Crowd, CrowdOutcome } from './guess-at-once.ts';
import { listenToNodes, type NodeTimes } from './node-times.ts';

const CROWD = fileURLToPath(new URL('guess-at-once.ts', import.meta.url));
const ELSEWHERE = fileURLToPath(new URL('refuse-once.ts', import.meta.url));
const TIMEOUT_MS = 120_000;
const WARM_UP_MS = 3_000;
const ALONE_MS = 6_000;
const READERS = 4;
/** A read is sent this often, whether or not those before it were answered: nobody waits for somebody else. */
const READ_EVERY_MS = 20;
const READ_ROUTES = ['/api/v1/vouchers/:id', '/api/v1/wallet/balances'];
const PEOPLE_AT_ONCE = 10;
const TAKEN = '422 wrong_guess';

/** What others read in a time: how long it took for them, how much was refused, and what the nodes say of it. */
export interface Reads {
  readonly count: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly byNodes: NodeTimes;
}

export interface CrowdMeasured {
  readonly crowd: CrowdOutcome;
  readonly alone: Reads;
  /** While the same crowd asked a server that does nothing, on the same machine. */
  readonly beside: Reads;
  /** While it guessed: the moment in which it came, and after that. */
  readonly arrival: Reads;
  readonly after: Reads;
}

const ARRIVAL_MS = 2_000;

/** Lets so many people guess on one voucher at the same moment, and measures what others read meanwhile. */
export async function measureCrowd(
  { seed, nodes, guessers }: { seed: number; nodes: number; guessers: number },
  journalFile: string,
): Promise<CrowdMeasured> {
  const journal = new Journal(journalFile);
  const wanted = { seed, nodes, people: READERS + 1, isDirect: true };
  const scene = await openChaosScene(wanted, journal);
  try {
    const caller = new Caller(scene.nodes.urls, randomOf(seed, 'balancer'), journal);
    const { crowd, others } = await prepare(scene, caller, journal, guessers);
    const stop = readOn(scene, caller, others);
    await delay(WARM_UP_MS);
    const tell = await listenToNodes(scene.nodes.urls, READ_ROUTES);
    const during = async <T>(what: Promise<T>): Promise<readonly [T, () => Reads]> => {
      const fromMs = performance.now();
      const result = await what;
      const untilMs = performance.now();
      const byNodes = await tell();
      // Asked once all reads were answered: the slowest of a time end after it.
      return [result, () => readsOf(begunBetween(caller.attempts, fromMs, untilMs), byNodes)];
    };
    const [, alone] = await during(delay(ALONE_MS));
    const [, beside] = await during(sendElsewhere(crowd));
    await delay(WARM_UP_MS);
    await tell();
    const sent = send(crowd);
    const [, arrival] = await during(Promise.race([sent, delay(ARRIVAL_MS)]));
    const [outcome, after] = await during(sent);
    await stop();
    return {
      crowd: outcome,
      alone: alone(),
      beside: beside(),
      arrival: arrival(),
      after: after(),
    };
  } finally {
    await scene.close();
    await journal.close();
  }
}

/** Reads a voucher and wallets, at a steady pace. @returns ends that, and waits for what is under way */
function readOn({ people }: ChaosScene, caller: Caller, others: string): () => Promise<void> {
  const reading = new Set<Promise<unknown>>();
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const token = people[turn % READERS]?.token ?? '';
    const read = caller.once(
      turn % 2 === 0
        ? { method: 'GET', path: `/api/v1/vouchers/${others}?skip_tracking=true` }
        : { method: 'GET', path: '/api/v1/wallet/balances', token },
    );
    reading.add(read);
    void read.finally(() => reading.delete(read));
  }, READ_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(reading);
  };
}

/** The voucher that all guess on, and the one that others look at. */
async function prepare(
  { deps, nodes, people, gateway }: ChaosScene,
  caller: Caller,
  journal: Journal,
  guessers: number,
): Promise<{ crowd: Crowd; others: string }> {
  const model = new WalletModel();
  const seen = { answers: new Map(), guesses: [], history: [], withdrawals: [] };
  const world = { people, caller, gateway, journal, model, ...seen };
  const story = new Story(world, randomOf(0, 'crowd'), 'crowd-giveaways');
  const [creator] = people;
  const fields = { reveal_method: 'views', second_reveal_views: '1000' };
  const vouchers = creator && [
    await story.openGiveaway(creator, fields),
    await story.openGiveaway(creator, fields),
  ];
  const [guessed, looked] = vouchers ?? [];
  if (!guessed || !looked) throw new Error('no giveaways were made');
  const crowd: Crowd['people'][number][] = [];
  while (crowd.length < guessers) {
    const names = Array.from({ length: PEOPLE_AT_ONCE }, (_, n) => `crowd_${crowd.length + n}`);
    const some = await Promise.all(names.map((name) => addPerson(deps, name)));
    for (const { username, token } of some) {
      const device = provenDevice(deps, `device-of-${username}`);
      crowd.push({ ...device, authorization: `Bearer ${token}` });
    }
  }
  const { urls } = nodes;
  return {
    crowd: { urls, ulid: guessed.ulid, people: crowd, timeoutMs: TIMEOUT_MS },
    others: looked.ulid,
  };
}

async function send(crowd: Crowd): Promise<CrowdOutcome> {
  const child = spawn(process.execPath, [...process.execArgv, CROWD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(crowd));
  return (await json(child.stdout)) as CrowdOutcome;
}

/** Lets the crowd come to a server that does nothing, in a process of its own. */
async function sendElsewhere(crowd: Crowd): Promise<CrowdOutcome> {
  const server = spawn(process.execPath, [...process.execArgv, ELSEWHERE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    return await send({ ...crowd, urls: [`http://127.0.0.1:${port.toString().trim()}`] });
  } finally {
    server.kill();
  }
}

function readsOf(attempts: readonly Attempt[], byNodes: NodeTimes): Reads {
  const answered = attempts.filter(({ status }) => status === 200);
  const times = answered.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    count: attempts.length,
    refused: attempts.length - answered.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    byNodes,
  };
}

/** What was measured, for a terminal and for docs/reliability.md. */
export function renderCrowd(
  { crowd, alone, beside, arrival, after }: CrowdMeasured,
  guessers: number,
): string {
  const row = (name: string, { count, refused, p50Ms, p99Ms, byNodes }: Reads): string =>
    `| ${name} | ${count} | ${refused} | ${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} | ≤ ${byNodes.p99WithinMs} | ${byNodes.latestMs.toFixed(0)} |`;
  const answers = Object.entries(crowd.answers).map(([answer, n]) => `${answer}: ${n}`);
  return [
    `${crowd.answers[TAKEN] ?? 0} of ${guessers} guesses were taken, within ${crowd.seconds.toFixed(1)} s (${answers.join(', ')}).`,
    '',
    '| reads of others | requests | refused | p50, ms | p99, ms | p99 by the node, ms | its longest turn, ms |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    row('before the crowd', alone),
    row('while it is busy elsewhere', beside),
    row('its first 2 s', arrival),
    row('until all were answered', after),
  ].join('\n');
}
