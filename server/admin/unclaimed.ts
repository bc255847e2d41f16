import { lockUndeleted } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { listUnclaimed, payUnclaimed, type Unclaimed } from '../ledger/unclaimed.ts';
import { moneyText } from '../lib/money-text.ts';
import { type Act, AdminError, deedOf, userNamed } from './record-action.ts';

const textOf = ({ amount, currency }: Unclaimed): string => moneyText(BigInt(amount), currency);

/** What came back to deleted accounts, which are named by number. */
export async function showUnclaimed({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const kept = await listUnclaimed(db);
  return kept.map(
    (one) =>
      `${one.reference}  ${textOf(one)}  of user ${one.userId}  since ${new Date(one.keptAt).toISOString()}`,
  );
}

/** Pays it to the account that its owner has now. */
export const payOutUnclaimed: Act = async (tx, deps, [reference = '', name = '']) => {
  const user = await userNamed(tx, name);
  if (!(await lockUndeleted(tx, [user.id])).has(user.id))
    throw new AdminError(`there is no user ${name}`);
  const [kept] = await listUnclaimed(tx, reference);
  if (!kept) throw new AdminError(`nothing is kept for ${reference}`);
  await payUnclaimed(tx, kept, user.id, dateOf(deps.clock));
  return deedOf(
    `unclaimed:${reference}`,
    user,
    (who) => `${textOf(kept)} of user ${kept.userId} went to ${who}`,
  );
};
