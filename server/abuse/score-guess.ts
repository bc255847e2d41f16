import { and, eq, isNotNull } from 'drizzle-orm';

import {
  GUESS_WORK_LEVEL_MAX,
  RISK_WEIGHTS,
  type RiskReason,
  HOLD_MS,
} from '../../contract/constants.ts';
import type { Hold } from '../ledger/holds.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { guesses } from '../db/schema/giveaways.ts';
import { SECOND_MS, DAY_MS } from '../../contract/durations.ts';

export const RISK_YOUNG_MS = DAY_MS;
const RISK_DEVICE_ACCOUNTS = 3;
export const RISK_CROWD_SIZE = 10;
/** Guesses are too even if the pauses of this many differ by less than the spread. */
export const RISK_EVEN_GUESSES = 5;
export const RISK_EVEN_SPREAD_MS = 500;
export const RISK_INSTANT_MS = SECOND_MS;
/** A guess with a higher score than this needs proof of work. */
export const RISK_WORK_BOUND = 50;
/** A prize with a higher score than this is held before it can leave the wallet. */
export const RISK_HOLD_BOUND = 60;
export const GUESS_WORK_STEP = 2;
const GUESS_WORK_LEVEL_VERIFIED = 1;
export const VERIFIED_PER_DEVICE = 6;

export interface RiskFacts {
  readonly nowMs: number;
  readonly accountCreatedMs: number;
  readonly isVerified: boolean;
  readonly deviceAccounts: number;
  readonly deviceVerified: number;
  /** Newcomers in the last hour from the same network or link, whichever has more. */
  readonly newcomers: number;
  readonly guessedMs: readonly number[];
  readonly revealedMs: number | undefined;
}

export interface Risk {
  readonly score: number;
  readonly reasons: readonly RiskReason[];
}

export const NO_WORK = -1;

type Account = Pick<RiskFacts, 'nowMs' | 'accountCreatedMs' | 'isVerified'>;

const isYoung = ({ nowMs, accountCreatedMs }: Account): boolean =>
  nowMs - accountCreatedMs < RISK_YOUNG_MS;

export const isNewcomer = (account: Account): boolean => !account.isVerified || isYoung(account);

/** No single reason decides, and no address is part of the score. */
export function scoreGuess(facts: RiskFacts): Risk {
  const holds: Readonly<Record<RiskReason, boolean>> = {
    young_account: isYoung(facts),
    unverified: !facts.isVerified,
    crowded_device: facts.deviceAccounts > RISK_DEVICE_ACCOUNTS,
    crowd: isNewcomer(facts) && facts.newcomers >= RISK_CROWD_SIZE,
    even_cadence: isEven([facts.nowMs, ...facts.guessedMs]),
    instant_answer:
      facts.revealedMs !== undefined && facts.nowMs - facts.revealedMs < RISK_INSTANT_MS,
  };
  const reasons = (Object.keys(holds) as RiskReason[]).filter((reason) => holds[reason]);
  return { score: reasons.reduce((sum, reason) => sum + RISK_WEIGHTS[reason], 0), reasons };
}

function isEven(moments: readonly number[]): boolean {
  const last = moments.slice(0, RISK_EVEN_GUESSES);
  if (last.length < RISK_EVEN_GUESSES) return false;
  const pauses = last.slice(1).map((moment, at) => (last[at] ?? 0) - moment);
  return Math.max(...pauses) - Math.min(...pauses) < RISK_EVEN_SPREAD_MS;
}

/** Verified users, up to six on a device, never get more work than a phone does in 3 s. */
export function workLevel(facts: RiskFacts, { score }: Risk): number {
  if (score <= RISK_WORK_BOUND) return NO_WORK;
  const steps = Math.floor((facts.newcomers - RISK_CROWD_SIZE) / GUESS_WORK_STEP);
  const isSpared = facts.isVerified && facts.deviceVerified <= VERIFIED_PER_DEVICE;
  const most = isSpared ? GUESS_WORK_LEVEL_VERIFIED : GUESS_WORK_LEVEL_MAX;
  return Math.min(most, Math.max(0, steps));
}

export function helpsToVerify(facts: RiskFacts): boolean {
  const proved = { ...facts, isVerified: true, deviceVerified: facts.deviceVerified + 1 };
  return !facts.isVerified && workLevel(proved, scoreGuess(proved)) <= GUESS_WORK_LEVEL_VERIFIED;
}

export const NEWCOMERS_COUNTED = RISK_CROWD_SIZE + GUESS_WORK_STEP * GUESS_WORK_LEVEL_MAX;

export const holdOf = ({ score, reasons }: Risk, now: Date): Hold | undefined =>
  score > RISK_HOLD_BOUND ? { until: new Date(now.getTime() + HOLD_MS), reasons } : undefined;

/** Undefined if the account was deleted; the guess protects an account until the transaction ends. */
export async function readRisk(
  tx: Db,
  voucherId: number,
  number: number,
): Promise<Risk | undefined> {
  const [risk] = await tx
    .select({
      score: guesses.riskScore,
      reasons: guesses.riskReasons,
      isDeleted: isNotNull(users.deletedAt).mapWith(Boolean),
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(and(eq(guesses.voucherId, voucherId), eq(guesses.number, number)));
  if (!risk) throw new Error(`no guess ${number} on voucher ${voucherId}`);
  const { isDeleted, ...known } = risk;
  return isDeleted ? undefined : known;
}
