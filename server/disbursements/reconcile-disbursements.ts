import { and, asc, eq, inArray, lte } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { askWhatIsDue, QUESTIONS_AT_ONCE } from '../jobs/ask-due.ts';
import { idsInBatches } from '../lib/in-batches.ts';
import { inLanes } from '../lib/in-lanes.ts';
import { REFUND_AFTER_MS, retryAfterSilence } from './check-times.ts';
import { type Disbursement, type DisbursementKind, recordOverdue } from './disbursement.ts';
import { settleDisbursement } from './settle-disbursement.ts';

/**
 * Returns what is overdue, whether or not anybody answers, and asks about all that is due. Each provider is asked by
 * itself, so that a silent one delays no other.
 * @param busy the providers that an earlier run still asks
 */
export async function reconcileDisbursements<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  busy = new Set<string>(),
): Promise<void> {
  await returnOverdue(deps, kind);
  const names = (await listDueProviders(deps, kind)).filter((name) => !busy.has(name));
  await inLanes(names, names.length, async (name) => {
    busy.add(name);
    try {
      await askOf(deps, kind, name);
    } finally {
      busy.delete(name);
    }
  });
}

async function returnOverdue<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
): Promise<void> {
  const { table, noun } = kind;
  const isOverdue = and(
    inArray(table.status, ['pending', 'processing']),
    lte(table.createdAt, new Date(deps.clock.now() - REFUND_AFTER_MS)),
  );
  for await (const ids of idsInBatches(deps.db, table, isOverdue))
    await inLanes(ids, QUESTIONS_AT_ONCE, async (id) => {
      try {
        await recordOverdue(deps, kind, id);
      } catch (error) {
        deps.log.error({ err: error, id }, `an overdue ${noun} could not be returned`);
      }
    });
}

async function listDueProviders<Row extends Disbursement>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { table, providerColumn }: DisbursementKind<Row>,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: providerColumn })
    .from(table)
    .where(lte(table.nextCheckAt, dateOf(clock)));
  return rows.map(({ name }) => String(name));
}

function askOf<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  name: string,
): Promise<void> {
  const { table, providerColumn } = kind;
  return askWhatIsDue<Row>(
    deps.clock,
    async (limit) =>
      (await deps.db
        .select()
        .from(table)
        .where(and(lte(table.nextCheckAt, dateOf(deps.clock)), eq(providerColumn, name)))
        .orderBy(asc(table.nextCheckAt))
        .limit(limit)) as unknown as Row[],
    async (disbursement) =>
      (await claim(deps, kind, disbursement)) ? reconcile(deps, kind, disbursement) : undefined,
  );
}

/** Keeps other nodes from the same check; if this node crashes, they take it up after the pause. */
async function claim<Row extends Disbursement>(
  deps: Deps,
  { table }: DisbursementKind<Row>,
  disbursement: Row,
): Promise<boolean> {
  const { id, nextCheckAt } = disbursement;
  if (!nextCheckAt) return false;
  const claimed = await deps.db
    .update(table)
    .set({ nextCheckAt: retryAfterSilence(disbursement, dateOf(deps.clock)) })
    .where(and(eq(table.id, id), eq(table.nextCheckAt, nextCheckAt)))
    .returning({ id: table.id });
  return claimed.length > 0;
}

async function reconcile<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
): Promise<boolean> {
  const { reference } = disbursement;
  try {
    await settleDisbursement(deps, kind, disbursement);
    return true;
  } catch (error) {
    const provider = kind.providerOf(deps, disbursement)?.name;
    deps.log.warn({ err: error, reference, provider }, `${kind.noun} could not be reconciled`);
    return false;
  }
}
