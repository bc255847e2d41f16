import { DAY_MS } from '../../../contract/durations.ts';
import { REGIONS } from '../../../contract/region-table.ts';
import { createAccount } from '../../accounts/sign-up.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Deps } from '../../deps.ts';
import { initializeTopup } from '../../payments/initialize-payment.ts';
import { settlePayment } from '../../payments/settle-payment.ts';
import { movePoints } from '../../rewards/points.ts';
import { decideCheckout } from '../decide-checkout.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, demoEmail, type DemoPerson } from './demo-accounts.ts';

const JOINED_AGO_MS = 30 * DAY_MS;
const TOPPED_UP_AGO_MS = 10 * DAY_MS;
const PREMIUM_MS = 30 * DAY_MS;

/** A user who was planted. */
export interface Planted {
  readonly id: number;
  readonly username: string;
  readonly referralCode: string;
  readonly isPremium: boolean;
}

/** By username. */
export type PlantedPeople = ReadonlyMap<string, Planted>;

/** @throws Error for a name that the demo does not have */
export function personOf(people: PlantedPeople, username: string): Planted {
  const person = people.get(username);
  if (!person) throw new Error(`the demo has no user called ${username}`);
  return person;
}

/** Verified accounts with money from a settled checkout and some coins. */
export async function plantPeople(deps: Deps, nowMs: number): Promise<PlantedPeople> {
  // One hash for all: the password is public, and twelve slow hashes would double the first start.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const joinedAt = new Date(nowMs - JOINED_AGO_MS);
  const people = new Map<string, Planted>();
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
    await plantCoins(deps, user.id, person, joinedAt);
    await plantMoney(deps, user.id, person, nowMs - TOPPED_UP_AGO_MS);
    const { id, username, referralCode } = user;
    people.set(username, { id, username, referralCode, isPremium: person.isPremium ?? false });
  }
  return people;
}

async function plantCoins(
  deps: Deps,
  userId: number,
  { coins = 0 }: DemoPerson,
  now: Date,
): Promise<void> {
  if (coins === 0) return;
  await movePoints(deps.db, {
    userId,
    delta: coins,
    reason: 'demo',
    reference: `demo:${userId}`,
    now,
  });
}

async function plantMoney(
  deps: Deps,
  userId: number,
  { topup, region }: DemoPerson,
  atMs: number,
): Promise<void> {
  if (topup === undefined) return;
  const { currency, default_processor: processor } = REGIONS[region];
  const then = { ...deps, clock: { now: () => atMs } };
  const { reference } = await initializeTopup(then, undefined, {
    userId,
    amount: topup,
    currency,
    processor,
  });
  await decideCheckout(deps.db, reference, 'success');
  await settlePayment(then, reference);
}
