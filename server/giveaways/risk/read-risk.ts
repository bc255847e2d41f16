import { and, eq } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Risk } from './score-guess.ts';

/** What spoke against a guess, as it was written down with it. @param number of the guess on its voucher */
export async function readRisk(tx: Db, voucherId: number, number: number): Promise<Risk> {
  const [risk] = await tx
    .select({ score: guesses.riskScore, reasons: guesses.riskReasons })
    .from(guesses)
    .where(and(eq(guesses.voucherId, voucherId), eq(guesses.number, number)));
  if (!risk) throw new Error(`no guess ${number} on voucher ${voucherId}`);
  return risk;
}
