import { eq, sql } from 'drizzle-orm';

import {
  PACE_WINDOW_MS,
  PACE_WORK_MAX,
  SIGN_INS_PER_WINDOW,
  SIGN_UPS_PER_WINDOW,
} from '../../contract/constants.ts';
import type { DeviceChallenge, SolvedDevice } from '../../contract/devices.ts';
import { paceWork } from '../../contract/accounts/sign-up-pace.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { paces } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { networkHash } from '../abuse/devices/network-hash.ts';
import { AppError } from '../http/app-error.ts';
import { networkOf, type Prefix } from '../http/network-of.ts';
import { makeChallenge, workDone } from '../abuse/work/signed-work.ts';

/** What a network does without being signed in, and how often it may in a window before that takes work. */
const PER_WINDOW = {
  register: SIGN_UPS_PER_WINDOW,
  login: SIGN_INS_PER_WINDOW,
  resend: SIGN_INS_PER_WINDOW,
  forgot: SIGN_INS_PER_WINDOW,
  reset: SIGN_INS_PER_WINDOW,
  google: SIGN_INS_PER_WINDOW,
} as const;
export type PacedAction = keyof typeof PER_WINDOW;

/**
 * One address, since thousands of phones share an operator's; of IPv6 all that a site gets, which it changes at will.
 */
const SITE: Prefix = { ipv4: 32, ipv6: 48 };
/** A network may have done so much more since the challenge was made. */
const GROWTH_ALLOWED = 2;
const SUBJECT_CHARS = 32;

type Parts = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

/** Something that is done from a network. */
export interface Attempt {
  /** What alone the work is good for: the account, or a link's token. */
  readonly subject: string;
  readonly address: string;
  /** What came of the challenge, where one was given out. */
  readonly work?: SolvedDevice | undefined;
}

/**
 * Lets a network do something as often as its pace allows; past that each asks for work, more the more there are.
 * No caller is refused and nothing waits here. Attempts at the same moment are counted one after the other, so that
 * a burst takes the work of the same attempts in a row, or half of it at least.
 * @throws AppError `work_required` with a `challenge`, before anything has happened
 */
export async function keepPace(
  parts: Parts,
  action: PacedAction,
  { subject, address, work }: Attempt,
): Promise<void> {
  const { db, clock, secrets } = parts;
  const nowMs = clock.now();
  const perWindow = PER_WINDOW[action];
  const key = `${action}:${secrets.lookupHash(networkOf(address, SITE), 'rate-limit')}`;
  // The work says whose it is as a device's does: by a hash of what it is good for.
  const whose = {
    device_id: secrets
      .lookupHash(`${action}\n${subject.toLowerCase()}`, 'pace')
      .slice(0, SUBJECT_CHARS),
    network: networkHash(secrets, address),
  };
  const done = (work && (await workDone(parts, 'pace-work', whose, work))) ?? 0;
  if (await takePlace(db, key, perWindow, nowMs, done)) return;
  const needed = Math.max(1, paceWork((await readLine(db, key, perWindow, nowMs)) + 1, perWindow));
  throw new AppError('work_required', {
    details: {
      challenge: await makeChallenge<DeviceChallenge>(parts, 'pace-work', {
        ...whose,
        work: needed,
      }),
    },
  });
}

/**
 * Counts an attempt, unless so little work is not enough for it.
 * @returns whether it was counted
 */
async function takePlace(
  db: Db,
  key: string,
  perWindow: number,
  nowMs: number,
  done: number,
): Promise<boolean> {
  const gapMs = Math.round(PACE_WINDOW_MS / perWindow);
  const at = (aheadMs: number) => sql`${new Date(nowMs + aheadMs).toISOString()}::timestamptz`;
  // A longer line would make nothing dearer, and only keep the network waiting for its quiet.
  const after = sql`least(greatest(paces.clear_at, ${at(0)}) + ${`${gapMs} ms`}::interval, ${at(PACE_WINDOW_MS * (PACE_WORK_MAX + 1))})`;
  const rows = await queryRows(
    db,
    sql`
    insert into paces (key, clear_at) values (${key}::text, ${at(gapMs)})
    on conflict (key) do update set clear_at = ${after}
      where ${after} <= ${at(PACE_WINDOW_MS * (GROWTH_ALLOWED * done + 1))}
    returning key`,
  );
  return rows.length > 0;
}

/** How many attempts of a network are in its line. */
async function readLine(db: Db, key: string, perWindow: number, nowMs: number): Promise<number> {
  const [row] = await db.select({ clearAt: paces.clearAt }).from(paces).where(eq(paces.key, key));
  const aheadMs = Math.max(0, (row?.clearAt.getTime() ?? nowMs) - nowMs);
  return (aheadMs * perWindow) / PACE_WINDOW_MS;
}
