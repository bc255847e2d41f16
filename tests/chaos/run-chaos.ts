import { setTimeout as delay } from 'node:timers/promises';

import { majorToMinor } from '../../contract/money.ts';
import { runCommand } from '../../scripts/lib/run-command.ts';
import { listReviews } from '../../server/admin/payout-review.ts';
import type { Deps } from '../../server/deps.ts';
import { runAdmin } from '../fixtures/api/admin.ts';
import { Caller } from './caller.ts';
import { Journal } from './journal.ts';
import { judgeHistory, type Anomaly } from './history/judge-history.ts';
import { balancesOf, findLostGuesses, letTimePass, readMovements, without } from './judge.ts';
import { Load } from './load.ts';
import { randomOf } from './random.ts';
import type { OpenStage, Stage } from './stage.ts';
import { dataOf, Story } from './stories/story.ts';
import { CALM_MS, isCalm, type FaultSeen } from './watch.ts';
import { WalletModel, type Movement } from './wallet-model.ts';
import type { Answers, World } from './world.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly minutes: number;
  /** In turn, in an order that the seed decides; each at least once. */
  readonly faults: readonly string[];
  /** How long a fault lasts at most that lasts by itself, seconds. */
  readonly holdSeconds: number;
  readonly nodes: number;
  /** Stories that are told at the same time. */
  readonly tellers: number;
}

/** What a run has shown. Lists are empty when all is well. */
export interface ChaosOutcome {
  readonly attempts: Caller['attempts'];
  readonly faults: readonly FaultSeen[];
  /** Faults that this machine does not allow. */
  readonly impossible: readonly string[];
  readonly stories: ReadonlyMap<string, number>;
  /** By the path of what was asked. */
  readonly answers: ReadonlyMap<string, Readonly<Answers>>;
  readonly seconds: number;
  readonly movements: number;
  /** What is known of the order in which wallets and vouchers changed. */
  readonly history: { readonly operations: number; readonly anomalies: readonly Anomaly[] };
  /** Guesses that people were told of and that are not there, or have another number. */
  readonly lostGuesses: readonly string[];
  /** What people were told of and is not there. */
  readonly lost: readonly string[];
  /** What is there and people were not told of, or not as often. */
  readonly doubled: readonly string[];
  /** Wallets that hold something else than they should. */
  readonly wrongWallets: readonly string[];
  readonly contradictions: readonly string[];
  /** What was asked until the end, in vain. */
  readonly unanswered: readonly string[];
  readonly nodesEnded: number;
  /** Payments, withdrawals and lotteries without an end: when the load ended, and minutes later. */
  readonly open: { readonly before: number; readonly after: number };
  readonly areBooksClean: boolean;
  /** What else was found, by its name. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}

const WARM_UP_MS = 4_000;
const CALM_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 250;
const MIN_HOLD_SECONDS = 4;
/** How long those who still wait at the end go on asking. */
const END_TIMEOUT_MS = 60_000;
const PEOPLE_AT_LEAST = 60;
const PEOPLE_PER_MINUTE = 20;

/** Breaks things under load, one after the other, and finds out what became of everybody's money. */
export async function runChaos(
  options: ChaosOptions,
  journalFile: string,
  openStage: OpenStage,
): Promise<ChaosOutcome> {
  const { seed, minutes, nodes } = options;
  const journal = new Journal(journalFile);
  const people = PEOPLE_AT_LEAST + Math.ceil(minutes * PEOPLE_PER_MINUTE);
  const stage = await openStage({ seed, nodes, people }, journal);
  try {
    return await play(options, stage, journal);
  } finally {
    await stage.close();
    journal.note('nodes wrote', { output: stage.nodes.output() });
    await journal.close();
  }
}

/** People, who call any of these nodes, and what they are told. */
export function openWorld(
  { people, gateway, urls }: Pick<Stage, 'people' | 'gateway' | 'urls'>,
  seed: number,
  journal: Journal,
): World & { readonly caller: Caller } {
  const caller = new Caller(urls, randomOf(seed, 'balancer'), journal);
  gateway.tell(async (raw) => {
    // A gateway gives up some time, too: then a question tells.
    const call = { path: `/api/v1${raw.path}`, raw };
    await caller.untilAnswered(call).catch(() => undefined);
  });
  const seen = { guesses: [], history: [], withdrawals: [] };
  const answers = new Map<string, Answers>();
  return { people, caller, gateway, model: new WalletModel(), journal, answers, ...seen };
}

async function play(options: ChaosOptions, stage: Stage, journal: Journal): Promise<ChaosOutcome> {
  const { seed, tellers } = options;
  const { gateway, nodes, deps } = stage;
  const world = openWorld(stage, seed, journal);
  const { caller, model, answers } = world;
  const before = await readMovements(deps);
  const beganMs = performance.now();
  const load = new Load(world, { seed, tellers });
  await delay(WARM_UP_MS);
  const faults = await breakInTurn(options, stage, world);
  caller.endIn(END_TIMEOUT_MS);
  await load.end();
  await gateway.settle();
  const seconds = (performance.now() - beganMs) / 1000;
  const untilMs = performance.now();
  await allowWaiting(deps);
  const open = await letTimePass(deps, world);
  returnFailed(world);
  // Whoever looks at the end has as long for it as those before.
  caller.endIn(END_TIMEOUT_MS);
  const expected = [...before, ...model.movements()];
  const actual = await readMovements(deps);
  const outcome = {
    attempts: [...caller.attempts],
    faults: faults.map((fault, index) => ({
      ...fault,
      untilMs: faults[index + 1]?.beganMs ?? untilMs,
    })),
    impossible: options.faults.filter((name) => !stage.faults.has(name)),
    stories: load.counts,
    answers,
    seconds,
    movements: expected.length - before.length,
    history: await judgeOrder(world),
    lostGuesses: await findLostGuesses(deps, world),
    lost: without(expected, actual),
    doubled: without(actual, expected),
    wrongWallets: await findWrongWallets(world, expected),
    contradictions: model.contradictions,
    unanswered: load.unanswered,
    nodesEnded: nodes.endedByThemselves,
    open,
    areBooksClean: await areBooksClean(stage, journal),
    others: (await stage.judge?.()) ?? {},
  };
  const { attempts: _, stories: __, ...facts } = outcome;
  journal.note('over', facts);
  return outcome;
}

/** A withdrawal whose bank did not say whose account it is waits for an administrator, who lets all of them go. */
async function allowWaiting(deps: Deps): Promise<void> {
  for (const line of await listReviews(deps)) {
    const [reference = ''] = line.split(' ');
    await runAdmin(deps, ['payout-allow', reference]);
  }
}

/** Every fault in turn, round after round, until the time is over; what is begun as a round is finished. */
async function breakInTurn(
  { seed, minutes, faults, holdSeconds }: ChaosOptions,
  stage: Stage,
  { caller, journal }: World,
): Promise<Omit<FaultSeen, 'untilMs'>[]> {
  const possible = faults.filter((name) => stage.faults.has(name));
  const endsAtMs = performance.now() + minutes * 60_000;
  const seen: Omit<FaultSeen, 'untilMs'>[] = [];
  while (possible.length > 0 && (seen.length < possible.length || performance.now() < endsAtMs)) {
    const round = Math.floor(seen.length / possible.length);
    const order = randomOf(seed, `round ${round}`).pickSome(possible, possible.length);
    const name = order[seen.length % possible.length];
    if (name === undefined) break;
    const random = randomOf(seed, `fault ${seen.length}`);
    const shortest = Math.min(MIN_HOLD_SECONDS, holdSeconds);
    const holdMs = random.between(shortest * 1000, holdSeconds * 1000);
    const beganMs = performance.now();
    journal.note('fault', { name, holdMs });
    await stage.faults.get(name)?.(random, () => delay(holdMs));
    const endedMs = performance.now();
    journal.note('fault over', { name });
    seen.push({ name, beganMs, endedMs });
    await stage.untilWhole?.();
    await waitForCalm(caller, performance.now());
  }
  return seen;
}

async function waitForCalm(caller: World['caller'], sinceMs: number): Promise<void> {
  while (performance.now() < sinceMs + CALM_WITHIN_MS) {
    await delay(LOOK_EVERY_MS);
    const nowMs = performance.now();
    if (nowMs >= sinceMs + CALM_MS && isCalm(caller.attempts, nowMs, CALM_MS)) return;
  }
}

/** Everybody looks into their wallet once more, so that the whole order of it is known. */
async function judgeOrder(world: World): Promise<ChaosOutcome['history']> {
  const story = new Story(world, randomOf(0, 'last look'), 'the end');
  for (const person of world.people) await story.lookInto(person);
  const { history } = world;
  return { operations: history.length, anomalies: judgeHistory(history) };
}

/** What the gateway could not pay out comes back into the wallet. */
function returnFailed({ model, gateway, withdrawals }: World): void {
  for (const { person, reference, chargedMinor } of withdrawals) {
    const fate = gateway.fates.get(reference);
    if (fate === undefined) model.contradict(`the gateway never got the withdrawal ${reference}`);
    if (fate === 'failed') model.move(person, 'withdrawal', reference, chargedMinor);
  }
}

/** What people see in their wallets, against what they should. */
async function findWrongWallets(
  { people, caller }: World,
  movements: readonly Movement[],
): Promise<string[]> {
  const balances = balancesOf(movements);
  const wrong: string[] = [];
  for (const { userId, token, username } of people) {
    const call = { method: 'GET', path: '/api/v1/wallet/balances', token } as const;
    const { body } = await caller.untilAnswered(call);
    const wallets = dataOf(body)['wallets'] as Readonly<Record<string, { amount: number }>>;
    const shown = majorToMinor(wallets['NGN']?.amount ?? 0) ?? -1n;
    const due = balances.get(userId) ?? 0n;
    if (shown !== due) wrong.push(`${username} has ${shown}, not ${due}`);
  }
  return wrong;
}

/** What is wrong with them is written into the journal. */
export async function areBooksClean(
  { env }: Pick<Stage, 'env'>,
  journal: Journal,
): Promise<boolean> {
  const { exitCode, output } = await runCommand(process.execPath, ['dist/server/books.js'], {
    env,
  });
  if (exitCode !== 0) journal.note('books', { output });
  return exitCode === 0;
}
