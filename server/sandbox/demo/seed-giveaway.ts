import { eq } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { SHARE_PENDING_MS, VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import type { GiveawayFields } from '../../../contract/vouchers.ts';
import { allowedUsers } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { createGiveaway } from '../../giveaways/create-giveaway.ts';
import { recordArrival, settleAllArrivals } from '../../giveaways/sharing/arrivals.ts';
import { drawCode } from '../../vouchers/voucher-secrets.ts';
import { payFromWallet } from '../../vouchers/pay-from-wallet.ts';
import { recordViews } from '../../giveaways/views/record-views.ts';
import { TRUST, type Viewer } from '../../giveaways/views/viewer.ts';
import type { DemoGiveaway, DemoCover } from './demo-giveaways.ts';
import { personOf, type SeededUsers, type SeededUser } from './seed-people.ts';
import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import { submitGuess } from '../../giveaways/guess/submit-guess.ts';
import type { CoverFile, CoverUpload } from '../../media/ingest-cover.ts';

export async function seedGiveaway(
  deps: Deps,
  giveaway: DemoGiveaway,
  people: SeededUsers,
  nowMs: number,
): Promise<void> {
  const posted = await post(at(deps, nowMs - giveaway.ageMs), giveaway, people, nowMs);
  await seedAllowed(deps, posted, nowMs);
  await seedViews(deps, posted, nowMs);
  await seedArrivals(deps, posted, people, nowMs);
  await seedGuesses(deps, posted, people, nowMs);
}

const demoViewer = (name: string): Viewer => ({
  key: `d:demo-${name}`,
  trust: TRUST.full,
  network: 'demo',
});

const at = (deps: Deps, ms: number): Deps => ({ ...deps, clock: { now: () => ms } });

async function post(
  then: Deps,
  giveaway: DemoGiveaway,
  people: SeededUsers,
  nowMs: number,
): Promise<Posted> {
  const creator = personOf(people, giveaway.creator);
  const code = drawCode();
  const { body } = await createGiveaway(then, {
    creatorId: creator.id,
    fields: { ...fieldsOf(giveaway, creator, nowMs), code },
    cover: uploadOf(giveaway.cover),
    requestKey: undefined,
  });
  const { id, ulid } = body.data;
  await payFromWallet(then, {
    userId: creator.id,
    body: { voucher_id: ulid, amount: giveaway.amount, currency: creator.currency },
    requestKey: undefined,
  });
  return { giveaway, id, ulid, code, creator };
}

function fieldsOf(giveaway: DemoGiveaway, { currency }: SeededUser, nowMs: number): GiveawayFields {
  const { type = 'goodies', amount, maskedDigits, network } = giveaway;
  const { adUrl, adCopy, entryRule, allowed } = giveaway;
  return {
    purpose: 'giveaway',
    type,
    amount,
    currency,
    masked_digits: maskedDigits,
    ...giveaway.reveal(nowMs),
    ...(network ? { network } : {}),
    ...(adUrl ? { ad_url: adUrl } : {}),
    ...(adCopy ? { ad_copy: adCopy } : {}),
    ...(entryRule ? { entry_rule: entryRule } : {}),
    ...(allowed ? { is_private: true } : {}),
  };
}

async function seedAllowed(deps: Deps, { giveaway, id }: Posted, nowMs: number): Promise<void> {
  if (!giveaway.allowed) return;
  const createdAt = new Date(nowMs - giveaway.ageMs);
  await deps.db
    .insert(allowedUsers)
    .values(giveaway.allowed.map((login) => ({ voucherId: id, login, createdAt })));
}

/**
 * Sets all views but the last and counts that one, so that it reveals digits. A row for each would
 * take longer than all else.
 */
async function seedViews(deps: Deps, { giveaway, id }: Posted, nowMs: number): Promise<void> {
  const { views, linkClicks } = giveaway;
  await deps.db
    .update(vouchers)
    .set({ views: views - 1, linkClicks })
    .where(eq(vouchers.id, id));
  const longAgo = new Date(nowMs - VIEW_WINDOW_MS);
  const last = { voucherId: id, viewer: demoViewer('visitor') };
  await recordViews(deps.db, deps.secrets, [last], longAgo);
}

async function seedArrivals(
  deps: Deps,
  { giveaway, id, creator }: Posted,
  people: SeededUsers,
  nowMs: number,
): Promise<void> {
  const then = new Date(nowMs - giveaway.ageMs / 2);
  const dayBefore = new Date(then.getTime() - SHARE_PENDING_MS);
  const arrival = {
    voucherId: id,
    creatorId: creator.id,
    callerId: undefined,
    deviceId: undefined,
  };
  for (const [username, visitors] of Object.entries(giveaway.sharers ?? {})) {
    const { referralCode } = personOf(people, username);
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      const viewer = demoViewer(`friend-${visitor}-of-${username}`);
      await recordArrival(deps.db, { ...arrival, referralCode, viewer }, dayBefore);
    }
  }
  await settleAllArrivals(deps.db, 'overdue', then);
}

interface Posted {
  readonly giveaway: DemoGiveaway;
  readonly id: number;
  readonly ulid: string;
  readonly code: string;
  readonly creator: SeededUser;
}

async function seedGuesses(
  deps: Deps,
  posted: Posted,
  people: SeededUsers,
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
  person: SeededUser,
  code: string,
  atMs: number,
): Promise<void> {
  const { id: userId, username, isPremium } = person;
  await submitGuess(at(deps, atMs), {
    // Guessing does not use the session.
    caller: { userId, username, isPremium, emailVerified: true, sessionId: 0 },
    body: { voucher_id: ulid, code },
    origin: { deviceId: `demo-phone-of-${username}`, network: 'demo' },
    requestKey: undefined,
  });
}

/** Beside this file in source, beside the bundle when built. */
const fileOf = (name: string): CoverFile => ({
  read: () => readFile(new URL(`./covers/${name}`, import.meta.url)),
});

function uploadOf(cover: DemoCover | undefined): CoverUpload | undefined {
  if (!cover) return undefined;
  const picture = fileOf(cover.picture);
  return cover.film === undefined
    ? { cover: picture }
    : { cover: fileOf(cover.film), poster: picture };
}
