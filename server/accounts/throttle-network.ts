import { eq, sql } from 'drizzle-orm';

import { PACE_WINDOW_MS, PACE_WORK_MAX, SIGN_UPS_PER_WINDOW } from '../../contract/constants.ts';
import type { SolvedDevice } from '../../contract/devices.ts';
import { paceWork } from '../../contract/accounts/sign-up-pace.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { paces } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { networkHash } from '../abuse/device-token.ts';
import { networkOf, type Prefix } from '../http/network-of.ts';
import { deviceWorkRequired, workDone } from '../abuse/proof-of-work.ts';

/** A whole campus may share one address. */
export const SIGN_INS_PER_WINDOW = 300;

const PER_WINDOW = {
  register: SIGN_UPS_PER_WINDOW,
  login: SIGN_INS_PER_WINDOW,
  resend: SIGN_INS_PER_WINDOW,
  forgot: SIGN_INS_PER_WINDOW,
  reset: SIGN_INS_PER_WINDOW,
  google: SIGN_INS_PER_WINDOW,
} as const;
type PacedAction = keyof typeof PER_WINDOW;

/** Thousands of phones share one IPv4 address, while one IPv6 site can use a whole prefix. */
const NETWORK_PREFIX: Prefix = { ipv4: 32, ipv6: 48 };
const GROWTH_ALLOWED = 2;
const SUBJECT_CHARS = 32;

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

export interface Attempt {
  readonly subject: string;
  readonly address: string;
  readonly work?: SolvedDevice | undefined;
}

/**
 * Asks for more work the more a network exceeds its rate, and refuses nobody.
 * @throws AppError `work_required` with a `challenge`
 */
export async function throttleNetwork(
  deps: ThrottleDeps,
  action: PacedAction,
  { subject, address, work }: Attempt,
): Promise<void> {
  const { db, clock, secrets } = deps;
  const nowMs = clock.now();
  const perWindow = PER_WINDOW[action];
  const key = `${action}:${secrets.lookupHash(networkOf(address, NETWORK_PREFIX), 'rate-limit')}`;
  const boundTo = {
    device_id: secrets
      .lookupHash(`${action}\n${subject.toLowerCase()}`, 'pace')
      .slice(0, SUBJECT_CHARS),
    network: networkHash(secrets, address),
  };
  const done = (work && (await workDone(deps, 'pace-work', boundTo, work))) ?? 0;
  if (await countIfDone(db, key, perWindow, nowMs, done)) return;
  const queued = await readQueueLength(db, key, perWindow, nowMs);
  const needed = Math.max(1, paceWork(queued + 1, perWindow));
  throw await deviceWorkRequired(deps, 'pace-work', { ...boundTo, work: needed });
}

/** @returns whether the work sufficed and the attempt was counted */
async function countIfDone(
  db: Db,
  key: string,
  perWindow: number,
  nowMs: number,
  done: number,
): Promise<boolean> {
  const gapMs = Math.round(PACE_WINDOW_MS / perWindow);
  const at = (aheadMs: number) => sql`${new Date(nowMs + aheadMs).toISOString()}::timestamptz`;
  // The queue is capped at the maximum work, so that the network recovers soon.
  const after = sql`least(greatest(paces.clear_at, ${at(0)}) + ${`${gapMs} ms`}::interval, ${at(PACE_WINDOW_MS * (PACE_WORK_MAX + 1))})`;
  const rows = await queryRows(db)`
    insert into paces (key, clear_at) values (${key}::text, ${at(gapMs)})
    on conflict (key) do update set clear_at = ${after}
      where ${after} <= ${at(PACE_WINDOW_MS * (GROWTH_ALLOWED * done + 1))}
    returning key`;
  return rows.length > 0;
}

async function readQueueLength(
  db: Db,
  key: string,
  perWindow: number,
  nowMs: number,
): Promise<number> {
  const [row] = await db.select({ clearAt: paces.clearAt }).from(paces).where(eq(paces.key, key));
  const aheadMs = Math.max(0, (row?.clearAt.getTime() ?? nowMs) - nowMs);
  return (aheadMs * perWindow) / PACE_WINDOW_MS;
}
