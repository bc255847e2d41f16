import { asc, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { CommandLine } from '../admin/command.ts';
import { COMMANDS, runCommand } from '../admin/commands.ts';
import { AdminError, recordAction } from '../admin/record-action.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { staff, staffRequests } from '../db/schema/staff.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Member } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { hasRole } from './staff.ts';

/** An approved command that has not ended by then was cut off, and may be approved again: it moves money only once. */
const CUT_OFF_AFTER_MS = 10 * MINUTE_MS;
const DECIDED_SHOWN = 20;
/** The permanent record is `admin_actions`, which names nobody but by number. */
const KEEP_DECIDED_MS = 90 * DAY_MS;

type RequestRow = typeof staffRequests.$inferSelect;

export interface Asked {
  readonly command: string;
  readonly line: Pick<CommandLine, 'operands' | 'why' | 'proof'>;
}

/** Stores a command for a second person to approve. @returns its number */
export async function requestCommand(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, name }: Member,
  { command, line }: Asked,
): Promise<number> {
  const { operands, why = '', proof } = line;
  return inTransaction(db, async (tx) => {
    const before = new Date(clock.now() - KEEP_DECIDED_MS);
    await tx.delete(staffRequests).where(lt(staffRequests.decidedAt, before));
    const [request] = await tx
      .insert(staffRequests)
      .values({
        command,
        operands,
        proof,
        why,
        staffId: id,
        createdAt: dateOf(clock),
        state: 'open',
      })
      .returning({ id: staffRequests.id });
    if (!request) throw new Error('the request was not stored');
    const outcome = `asks for ${[command, ...operands].join(' ')}`;
    const asked = { action: 'request', subject: `request:${request.id}`, outcome };
    await recordAction(tx, { clock }, { by: name, why }, asked);
    return request.id;
  });
}

/**
 * Runs a requested command in the name of both people. Of two who decide at once, one does.
 * @returns the lines of the command
 * @throws AdminError for the person who asked, for a decided request, and what the command refuses
 */
export async function approveRequest(
  deps: Deps,
  member: Member,
  requestId: number,
): Promise<readonly string[]> {
  const request = await decide(deps, member, requestId, 'running');
  const by = `${await nameOf(deps.db, request.staffId)}, approved by ${member.name}`;
  const { operands, why, proof } = request;
  const line = { operands, by, why, proof: proof ?? undefined };
  try {
    const lines = await runCommand(deps, request.command, line);
    await end(deps.db, requestId, 'done', lines.join('\n'));
    return lines;
  } catch (error) {
    // After any other failure it stays `running`, because its outcome is not known.
    if (error instanceof AdminError) await end(deps.db, requestId, 'refused', error.message);
    throw error;
  }
}

/** The person who asked may take it back, too. @throws AdminError for a decided request */
export async function refuseRequest(deps: Deps, member: Member, requestId: number): Promise<void> {
  await decide(deps, member, requestId, 'refused');
}

async function decide(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, name, role }: Member,
  requestId: number,
  state: 'running' | 'refused',
): Promise<RequestRow> {
  const now = dateOf(clock);
  return inTransaction(db, async (tx) => {
    const isThis = eq(staffRequests.id, requestId);
    const [request] = await tx.select().from(staffRequests).where(isThis).for('update');
    if (!request) throw new AdminError(`there is no request ${requestId}`);
    const isOwn = request.staffId === id;
    if (isOwn && state === 'running')
      throw new AdminError('somebody else has to approve what you asked for');
    if (!isOwn && !hasRole({ role }, COMMANDS[request.command]?.role ?? 'operator'))
      throw new AppError('forbidden');
    if (!isWaiting(request, now)) throw new AdminError(`request ${requestId} is decided already`);
    const by = isOwn ? {} : { decidedBy: id };
    const [decided] = await tx
      .update(staffRequests)
      .set({ state, decidedAt: now, ...by })
      .where(isThis)
      .returning();
    const outcome = state === 'running' ? 'approved' : isOwn ? 'taken back' : 'refused';
    const done = { action: 'decide', subject: `request:${requestId}`, outcome };
    await recordAction(tx, { clock }, { by: name, why: request.why }, done);
    return decided ?? request;
  });
}

const isWaiting = ({ state, decidedAt }: RequestRow, now: Date): boolean =>
  state === 'open' ||
  (state === 'running' &&
    decidedAt !== null &&
    now.getTime() - decidedAt.getTime() >= CUT_OFF_AFTER_MS);

async function end(
  db: Db,
  requestId: number,
  state: 'done' | 'refused',
  outcome: string,
): Promise<void> {
  await db.update(staffRequests).set({ state, outcome }).where(eq(staffRequests.id, requestId));
}

async function nameOf(db: Db, staffId: number): Promise<string> {
  const [member] = await db.select({ name: staff.name }).from(staff).where(eq(staff.id, staffId));
  return member?.name ?? 'somebody';
}

const asker = alias(staff, 'asker');
const decider = alias(staff, 'decider');

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({ request: staffRequests, asker: asker.name, decider: decider.name })
    .from(staffRequests)
    .innerJoin(asker, eq(asker.id, staffRequests.staffId))
    .leftJoin(decider, eq(decider.id, staffRequests.decidedBy))
    .where(where);

export type ListedRequest = Awaited<ReturnType<typeof select>>[number];

/** What waits for a second person, oldest first, and what was decided last. */
export async function listRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const undecided = select(db, inArray(staffRequests.state, ['open', 'running']));
  const ended = select(db, inArray(staffRequests.state, ['done', 'refused']));
  const now = dateOf(clock);
  const open = await undecided.orderBy(asc(staffRequests.id));
  return {
    waiting: open.filter(({ request }) => isWaiting(request, now)),
    decided: await ended.orderBy(desc(staffRequests.id)).limit(DECIDED_SHOWN),
  };
}
