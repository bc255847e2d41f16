import { randomInt } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { submitGuess } from '../../giveaways/guess/submit-guess.ts';
import type { DemoGiveaway } from './demo-giveaways.ts';
import { personOf, type Planted, type PlantedPeople } from './plant-people.ts';

/** A giveaway that was posted, and what only its creator knows. */
export interface Posted {
  readonly giveaway: DemoGiveaway;
  readonly id: number;
  readonly ulid: string;
  readonly code: string;
  readonly creator: Planted;
}

/** Wrong guesses or entries spread over the giveaway's life, then the right guess where it was won. */
export async function plantGuesses(
  deps: Deps,
  posted: Posted,
  people: PlantedPeople,
  nowMs: number,
): Promise<void> {
  const { giveaway, id, code } = posted;
  const guessers = giveaway.guessers ?? [];
  const [row] = await deps.db
    .select({ masked: vouchers.maskedCode })
    .from(vouchers)
    .where(eq(vouchers.id, id));
  const taken = new Set([code]);
  const postedMs = nowMs - giveaway.ageMs;
  const lastMs = nowMs - (giveaway.won?.agoMs ?? 0);
  const stepMs = (lastMs - postedMs) / (guessers.length + 1);
  for (const [index, username] of guessers.entries()) {
    const guess = drawGuess(row?.masked ?? '', taken);
    await submit(deps, posted, personOf(people, username), guess, postedMs + stepMs * (index + 1));
  }
  if (giveaway.won) await submit(deps, posted, personOf(people, giveaway.won.by), code, lastMs);
}

/** Digits in the hidden places that were not tried yet and that do not win. */
function drawGuess(masked: string, taken: Set<string>): string {
  for (;;) {
    const guess = masked.replaceAll(HIDDEN, () => String(randomInt(10)));
    if (taken.has(guess)) continue;
    taken.add(guess);
    return guess;
  }
}

async function submit(
  deps: Deps,
  { ulid }: Posted,
  person: Planted,
  code: string,
  atMs: number,
): Promise<void> {
  await submitGuess(
    { ...deps, clock: { now: () => atMs } },
    {
      caller: {
        userId: person.id,
        username: person.username,
        isPremium: person.isPremium,
        emailVerified: true,
        // There is no session while the demo is planted; guessing does not look at the session.
        sessionId: 0,
      },
      body: { voucher_id: ulid, code },
      origin: { deviceId: `demo-phone-of-${person.username}`, network: 'demo' },
      requestKey: undefined,
    },
  );
}
