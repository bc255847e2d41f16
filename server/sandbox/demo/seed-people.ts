import type { Currency } from '../../../contract/money.ts';
import { type RegionKey, REGIONS } from '../../../contract/region-table.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { createAccount } from '../../accounts/sign-up.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Deps } from '../../deps.ts';
import { initializeTopup } from '../../payments/initialize-payment.ts';
import { settlePayment } from '../../payments/settle-payment.ts';
import { movePoints } from '../../rewards/points.ts';
import { decideCheckout } from '../checkout.ts';

/** Public, because demo data exists only with the sandbox. */
export const DEMO_PASSWORD = 'goodies-demo';

interface DemoPerson {
  readonly username: string;
  readonly region: RegionKey;
  readonly isPremium?: true;
  readonly coins?: number;
  /** Major units. */
  readonly topup?: number;
}

const SHOWN: readonly DemoPerson[] = [
  { username: 'ada', region: 'nigeria', coins: 1_250, topup: 180_000 },
  { username: 'kofi', region: 'ghana', coins: 400, topup: 1_200 },
  { username: 'wanjiru', region: 'kenya', coins: 800, topup: 32_000, isPremium: true },
];

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...SHOWN,
  { username: 'zainab_y', region: 'nigeria', topup: 30_000 },
  { username: 'chidi_nk', region: 'nigeria', coins: 300 },
  { username: 'segun_ade', region: 'nigeria', coins: 200 },
  { username: 'efua_m', region: 'ghana', topup: 1_500 },
  { username: 'akosua_d', region: 'ghana', coins: 250 },
  { username: 'kwame_b', region: 'ghana', coins: 100 },
  { username: 'otieno254', region: 'kenya', topup: 6_000 },
  { username: 'njeri_w', region: 'kenya', coins: 350 },
  { username: 'brian_k', region: 'kenya', coins: 150 },
];

const demoEmail = (username: string): string => `${username}@goodies.test`;

export const DEMO_ACCOUNTS: readonly string[] = SHOWN.map(({ username }) => demoEmail(username));

const JOINED_AGO_MS = 30 * DAY_MS;
const TOPPED_UP_AGO_MS = 10 * DAY_MS;
const PREMIUM_MS = 30 * DAY_MS;

export interface SeededUser {
  readonly id: number;
  readonly username: string;
  readonly referralCode: string;
  readonly isPremium: boolean;
  readonly currency: Currency;
}

export type SeededUsers = ReadonlyMap<string, SeededUser>;

export function personOf(people: SeededUsers, username: string): SeededUser {
  const person = people.get(username);
  if (!person) throw new Error(`the demo has no user called ${username}`);
  return person;
}

export async function seedPeople(deps: Deps, nowMs: number): Promise<SeededUsers> {
  // One hash for all, because twelve would double the first start.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const joinedAt = new Date(nowMs - JOINED_AGO_MS);
  const people = new Map<string, SeededUser>();
  for (const person of DEMO_PEOPLE) {
    const user = await createAccount(
      deps.db,
      {
        username: person.username,
        email: demoEmail(person.username),
        passwordHash,
        region: person.region,
        emailVerifiedAt: joinedAt,
        ...(person.isPremium ? { premiumUntil: new Date(nowMs + PREMIUM_MS) } : {}),
      },
      joinedAt,
    );
    await seedCoins(deps, user.id, person, joinedAt);
    await seedMoney(deps, user.id, person, nowMs - TOPPED_UP_AGO_MS);
    const { id, username, referralCode } = user;
    const { isPremium = false, region } = person;
    const { currency } = REGIONS[region];
    people.set(username, { id, username, referralCode, isPremium, currency });
  }
  return people;
}

async function seedCoins(
  deps: Deps,
  userId: number,
  { coins: delta = 0 }: DemoPerson,
  now: Date,
): Promise<void> {
  const reference = `demo:${userId}`;
  if (delta > 0) await movePoints(deps.db, { userId, delta, reason: 'demo', reference, now });
}

async function seedMoney(
  deps: Deps,
  userId: number,
  { topup: amount, region }: DemoPerson,
  atMs: number,
): Promise<void> {
  if (amount === undefined) return;
  const { currency, default_processor: processor } = REGIONS[region];
  const then = { ...deps, clock: { now: () => atMs } };
  const topup = { userId, amount, currency, processor };
  const { reference } = await initializeTopup(then, undefined, topup);
  await decideCheckout(deps.db, reference, 'success');
  await settlePayment(then, reference);
}
