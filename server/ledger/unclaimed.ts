import type { Currency } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { postMovement, unclaimedIn, walletOf } from './journal.ts';
import { readBalance } from './read-ledger.ts';

/** A movement that credited the wallet of a deleted account. */
interface LateCredit {
  readonly userId: number;
  readonly currency: Currency;
  readonly reference: string;
}

/** Takes what is in the wallet of a deleted account and keeps it, for its owner may still ask for it. */
export async function keepUnclaimed(
  tx: Db,
  { userId, currency, reference }: LateCredit,
  now: Date,
): Promise<void> {
  const wallet = walletOf(userId, currency);
  const amount = await readBalance(tx, wallet);
  if (amount === 0n) return;
  await postMovement(
    tx,
    {
      naturalKey: `unclaimed:${reference}`,
      kind: 'unclaimed',
      reference,
      description: 'Kept for a deleted account',
      entries: [
        { account: wallet, amount: -amount },
        { account: unclaimedIn(currency), amount },
      ],
      mayMoveHeld: true,
    },
    now,
  );
}

export interface Unclaimed {
  readonly reference: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: Currency;
  /** Whose account was deleted. */
  readonly userId: number;
  readonly keptAt: string;
}

/** What is kept and was not paid, the oldest first. @param reference of one, or of all where undefined */
export const listUnclaimed = (db: Db, reference?: string): Promise<Unclaimed[]> =>
  queryRows<Unclaimed>(db)`
    select kept.reference, entry.amount::text as amount, entry.currency, wallet.user_id as "userId",
      kept.created_at as "keptAt"
    from ledger_accounts account
    join journal_entries entry on entry.account_id = account.id and entry.amount > 0
    join journal_transactions kept on kept.id = entry.transaction_id
    join journal_entries taken on taken.transaction_id = kept.id and taken.amount = -entry.amount
    join ledger_accounts wallet on wallet.id = taken.account_id
    where account.type = 'unclaimed' and kept.reference = coalesce(${reference ?? null}::text, kept.reference)
      and not exists (select from journal_transactions where natural_key = 'unclaimed-pay:' || kept.reference)
    order by kept.id`;

/** Pays what is kept to a wallet. @throws AlreadyPosted the second time */
export async function payUnclaimed(
  tx: Db,
  { reference, amount, currency }: Unclaimed,
  toUserId: number,
  now: Date,
): Promise<void> {
  await postMovement(
    tx,
    {
      naturalKey: `unclaimed-pay:${reference}`,
      kind: 'wallet_topup',
      reference,
      description: 'Money that came back to your deleted account',
      entries: [
        { account: unclaimedIn(currency), amount: -BigInt(amount) },
        { account: walletOf(toUserId, currency), amount: BigInt(amount) },
      ],
    },
    now,
  );
}
