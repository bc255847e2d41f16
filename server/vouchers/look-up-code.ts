import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';

import { WRONG_CODES_MAX, WRONG_CODES_WINDOW_MS as WINDOW_MS } from '../../contract/constants.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/access.ts';
import { networkOf } from '../http/network-of.ts';
import { addHits, hitsInWindow, readHits, tooMany } from '../http/rate-limit.ts';
import type { Secrets } from '../config/secrets.ts';
import { answeredInTime } from '../http/database-metrics.ts';

/** More wrong codes than this by all users together make each look-up slower. */
export const WRONG_CODES_ALARM = 300;

const EVERYWHERE = 'wrong-codes:everywhere';
const DELAY_PER_CODE_MS = 10;
const MAX_DELAY_MS = 3_000;

const CONTEXT = 'payment-code';

/** The hash is unique, because two payment vouchers cannot share a code. */
export const paymentCodeHash = (secrets: Secrets, code: string): string =>
  secrets.lookupHash(code, CONTEXT);

/** While the secret rotates, a voucher is stored under one of these. */
export const paymentCodeHashes = (secrets: Secrets, code: string): string[] =>
  secrets.lookupHashes(code, CONTEXT);

interface CodeLookUp {
  readonly code: string;
  readonly caller: Pick<Caller, 'userId' | 'sessionId'> | undefined;
  readonly address: string;
}

type LookUpDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>;

/**
 * Wrong codes are limited by session, by network and in total, so that codes cannot be searched.
 * A signed-in user has an own limit of one, so that others cannot lock them out.
 * @returns hashes, one of which finds the row; undefined for an unknown code
 */
export async function lookUpCode(
  deps: LookUpDeps,
  { code, caller, address }: CodeLookUp,
): Promise<readonly string[] | undefined> {
  const everywhere = await countWrongCodes(deps);
  const waitMs = wrongCodesDelayMs(everywhere);
  if (waitMs > 0) await delay(waitMs);
  const codeHashes = paymentCodeHashes(deps.secrets, code);
  const [found] = await deps.db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(inArray(vouchers.codeHash, codeHashes), eq(vouchers.purpose, 'payment')));
  const network = `wrong-codes:network:${deps.secrets.lookupHash(networkOf(address), 'rate-limit')}`;
  const keys = caller
    ? [`wrong-codes:session:${caller.sessionId}`, `wrong-codes:user:${caller.userId}`, network]
    : [network];
  const nowMs = deps.clock.now();
  // A right code reads the counts where wrong ones add to them, so that a burst cannot outrun them.
  const countTries = found ? readHits : addHits;
  const [own = 0, ...shared] = await countTries(deps.db, keys, WINDOW_MS, nowMs);
  const most = wrongCodesMost(everywhere);
  if (own >= most || (own > 0 && shared.some((hits) => hits >= most)))
    throw tooMany({ windowMs: WINDOW_MS }, nowMs);
  if (!found) await countEverywhere(deps, nowMs);
  return found && codeHashes;
}

async function countWrongCodes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const [wrongCodes = 0] = await readHits(db, [EVERYWHERE], WINDOW_MS, clock.now());
  return wrongCodes;
}

async function countEverywhere({ db, log }: LookUpDeps, nowMs: number): Promise<void> {
  const wrongCodes = await hitsInWindow(db, EVERYWHERE, WINDOW_MS, nowMs);
  // The warning is logged once and each time the number has doubled.
  if (
    Number.isInteger(Math.log2(wrongCodes / WRONG_CODES_ALARM)) &&
    wrongCodes >= WRONG_CODES_ALARM
  )
    log.warn({ wrongCodes, windowMs: WINDOW_MS }, 'many wrong codes: somebody may be searching');
}

export const wrongCodesDelayMs = (everywhere: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, everywhere - WRONG_CODES_ALARM) * DELAY_PER_CODE_MS);

/** The limit is halved each time the number of wrong codes has doubled. */
export const wrongCodesMost = (everywhere: number): number => {
  const doublings = Math.floor(Math.log2(Math.max(1, everywhere / WRONG_CODES_ALARM)));
  const halved = everywhere < WRONG_CODES_ALARM ? 0 : doublings + 1;
  return Math.max(1, Math.floor(WRONG_CODES_MAX / 2 ** halved));
};

export function installWrongCodesMetric(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock'>,
): void {
  const wrongCodes = new Gauge({
    name: 'wrong_codes',
    help: 'Wrong codes of payment vouchers in the present 15 minutes, the same on all nodes',
    registers: [],
    async collect() {
      const count = await answeredInTime(countWrongCodes(deps));
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  app.metrics.registerMetric(wrongCodes);
}
