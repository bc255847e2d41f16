/** A voucher by its id; the others by the id of their user. */
export type Change = `${'voucher' | 'balance' | 'notification' | 'case'}:${number}`;

/** A connection or a transaction; their types are in a file that imports this one. */
type Session = object;

type OnCommit = (changes: ReadonlySet<Change>) => void;

const listeners = new WeakMap<Session, OnCommit>();
const collected = new WeakMap<Session, Set<Change>>();

/** Calls `listener` with what was noted in each transaction of `db` that has committed. */
export const onCommit = (db: Session, listener: OnCommit): void => void listeners.set(db, listener);

/** Transactions of another connection of the same database tell the same listener. */
export function listenAlso(from: Session, to: Session): void {
  const listener = listeners.get(from);
  if (listener) listeners.set(to, listener);
}

/**
 * Notes in a transaction what it changes, which is told once it has committed, and never where it has not. After a
 * statement outside of any it is told at once.
 */
export function noteChange(tx: Session, change: Change): void {
  tellChanges(tx, new Set([change]));
}

/** What is noted with `tx` from here on is added to `changes`. */
export function collectChanges<Tx extends Session>(tx: Tx, changes: Set<Change>): Tx {
  collected.set(tx, changes);
  return tx;
}

/** Tells what a transaction of `db` has changed; within another transaction it waits for that one. */
export function tellChanges(db: Session, changes: ReadonlySet<Change>): void {
  if (changes.size === 0) return;
  const outer = collected.get(db);
  if (outer) for (const change of changes) outer.add(change);
  else listeners.get(db)?.(changes);
}
