import { setTimeout as delay } from 'node:timers/promises';

import type { VoucherAnswer } from '../../contract/vouchers.ts';
import { postGiveaway, read } from './api.ts';
import { guessForAnHour, type AccountFarm } from './guess-farm.ts';

/** What entering one may take on a busy machine; it is the work of an hour, of few steps here. */
const MS_EACH = 240_000;
const LOOK_EVERY_MS = 1_000;
const DRAWN_WITHIN_MS = 120_000;

/** What a farm got of lotteries. */
export interface Lotteries {
  readonly entries: number;
  readonly won: number;
  readonly work: number;
}

/**
 * Enters so many lotteries with two hidden digits, each as often as the work of an hour allows, and waits for their
 * draws. Nobody else takes part.
 */
export async function enterLotteries(
  url: string,
  count: number,
  farm: AccountFarm,
): Promise<Lotteries> {
  const drawnAtMs = Date.now() + count * MS_EACH;
  const outcome = { entries: 0, won: 0, work: 0 };
  const ulids: string[] = [];
  while (ulids.length < count) {
    const { ulid } = await postGiveaway(url, {
      masked_digits: 2,
      reveal_method: 'lottery',
      final_reveal_time: new Date(drawnAtMs).toISOString(),
    });
    ulids.push(ulid);
    const { played, work } = await guessForAnHour(url, ulid, farm);
    outcome.entries += played;
    outcome.work += work;
  }
  await delay(drawnAtMs - Date.now());
  for (const ulid of ulids) if (await isWon(url, ulid)) outcome.won += 1;
  return outcome;
}

/** Whether anybody was right, once it is drawn. @throws Error when it is not in time */
async function isWon(url: string, ulid: string): Promise<boolean> {
  const endsMs = Date.now() + DRAWN_WITHIN_MS;
  while (Date.now() < endsMs) {
    const answer = await fetch(`${url}/api/v1/vouchers/${ulid}?skip_tracking=true`);
    const { voucher } = await read<VoucherAnswer>(answer);
    if (voucher.status !== 'active') return (voucher.winners_count ?? 0) > 0;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`the lottery ${ulid} was not drawn`);
}
