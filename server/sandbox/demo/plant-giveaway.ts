import { eq } from 'drizzle-orm';

import { SHARE_PENDING_MS, VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import type { GiveawayFields } from '../../../contract/vouchers.ts';
import { allowedUsers } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { createGiveaway } from '../../giveaways/create-giveaway.ts';
import { recordArrival } from '../../giveaways/sharing/record-arrival.ts';
import { settleAllArrivals } from '../../giveaways/sharing/settle-arrivals.ts';
import { drawCode } from '../../vouchers/draw-code.ts';
import { payFromWallet } from '../../vouchers/pay-from-wallet.ts';
import { recordViews } from '../../giveaways/views/record-views.ts';
import { TRUST, type Viewer } from '../../giveaways/views/view-counter.ts';
import { uploadOf } from './demo-covers.ts';
import type { DemoGiveaway } from './demo-giveaways.ts';
import { plantGuesses, type Posted } from './plant-guesses.ts';
import { personOf, type PlantedPeople } from './plant-people.ts';

/** Posts a giveaway in the past and lets happen what happened to it since. */
export async function plantGiveaway(
  deps: Deps,
  giveaway: DemoGiveaway,
  people: PlantedPeople,
  nowMs: number,
): Promise<void> {
  const posted = await post(at(deps, nowMs - giveaway.ageMs), giveaway, people, nowMs);
  await plantAllowed(deps, posted, nowMs);
  await plantViews(deps, posted, nowMs);
  await plantArrivals(deps, posted, people, nowMs);
  await plantGuesses(deps, posted, people, nowMs);
}

const demoViewer = (name: string): Viewer => ({
  key: `d:demo-${name}`,
  trust: TRUST.full,
  network: 'demo',
});

/** The same parts at another moment. */
const at = (deps: Deps, ms: number): Deps => ({ ...deps, clock: { now: () => ms } });

async function post(
  then: Deps,
  giveaway: DemoGiveaway,
  people: PlantedPeople,
  nowMs: number,
): Promise<Posted> {
  const creator = personOf(people, giveaway.creator);
  const code = drawCode();
  const { body } = await createGiveaway(then, {
    creatorId: creator.id,
    fields: { ...fieldsOf(giveaway, nowMs), code },
    cover: uploadOf(giveaway.cover),
    requestKey: undefined,
  });
  const { id, ulid } = body.data;
  const { amount, currency } = giveaway;
  await payFromWallet(then, {
    userId: creator.id,
    body: { voucher_id: ulid, amount, currency },
    requestKey: undefined,
  });
  return { giveaway, id, ulid, code, creator };
}

function fieldsOf(giveaway: DemoGiveaway, nowMs: number): GiveawayFields {
  const { type, amount, currency, maskedDigits, network, adUrl, adCopy, entryRule, allowed } =
    giveaway;
  return {
    purpose: 'giveaway',
    type,
    amount,
    currency,
    masked_digits: maskedDigits,
    ...revealOf(giveaway, nowMs),
    ...(network ? { network } : {}),
    ...(adUrl ? { ad_url: adUrl } : {}),
    ...(adCopy ? { ad_copy: adCopy } : {}),
    ...(entryRule ? { entry_rule: entryRule } : {}),
    ...(allowed ? { is_private: true } : {}),
  };
}

function revealOf(
  { reveal }: DemoGiveaway,
  nowMs: number,
): Pick<GiveawayFields, 'reveal_method'> & Partial<GiveawayFields> {
  if (reveal.method === 'views') {
    const first = reveal.first === undefined ? {} : { first_reveal_views: reveal.first };
    return { reveal_method: 'views', ...first, second_reveal_views: reveal.second };
  }
  const moment = nowMs + reveal.inMs;
  return reveal.method === 'time'
    ? { reveal_method: 'time', remaining_time: moment }
    : { reveal_method: 'lottery', final_reveal_time: new Date(moment).toISOString() };
}

async function plantAllowed(deps: Deps, { giveaway, id }: Posted, nowMs: number): Promise<void> {
  if (!giveaway.allowed) return;
  const createdAt = new Date(nowMs - giveaway.ageMs);
  await deps.db
    .insert(allowedUsers)
    .values(giveaway.allowed.map((login) => ({ voucherId: id, login, createdAt })));
}

/**
 * Sets all views but the last, and counts that one as any other, so that it opens what they reach. One row
 * a viewer, as real views leave it, would take longer than everything else together.
 */
async function plantViews(deps: Deps, { giveaway, id }: Posted, nowMs: number): Promise<void> {
  const { views, linkClicks } = giveaway;
  await deps.db
    .update(vouchers)
    .set({ views: views - 1, linkClicks })
    .where(eq(vouchers.id, id));
  const longAgo = new Date(nowMs - VIEW_WINDOW_MS);
  await recordViews(
    deps.db,
    deps.secrets,
    [{ voucherId: id, viewer: demoViewer('visitor') }],
    longAgo,
  );
}

async function plantArrivals(
  deps: Deps,
  { giveaway, id, creator }: Posted,
  people: PlantedPeople,
  nowMs: number,
): Promise<void> {
  const then = new Date(nowMs - giveaway.ageMs / 2);
  const dayBefore = new Date(then.getTime() - SHARE_PENDING_MS);
  for (const [username, visitors] of Object.entries(giveaway.sharers ?? {})) {
    const { referralCode } = personOf(people, username);
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      const viewer = demoViewer(`friend-${visitor}-of-${username}`);
      await recordArrival(
        deps.db,
        {
          voucherId: id,
          creatorId: creator.id,
          referralCode,
          viewer,
          callerId: undefined,
          deviceId: undefined,
        },
        dayBefore,
      );
    }
  }
  await settleAllArrivals(deps.db, 'overdue', then);
}
