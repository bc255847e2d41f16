import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { withIdempotencyKey, type Answer } from '../../http/idempotency.ts';
import { requirePin, type Outgoing, type PinDeps } from './require-pin.ts';

/**
 * Takes money out of a wallet: asks for the user's PIN or passkey, then moves the money in one transaction, which uses
 * a passkey's signature up, too. The same request key gets the first answer again, whatever proof comes with it.
 * @throws those of `requirePin` and `withIdempotencyKey`, and what `move` throws
 */
export async function takeOut<T>(
  deps: PinDeps,
  outgoing: Outgoing,
  move: (tx: Db, now: Date) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const spendProof = await requirePin(deps, outgoing);
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, outgoing.requestKey, now, async (tx) => {
    await spendProof(tx, now);
    return move(tx, now);
  });
}
