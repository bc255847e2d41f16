import { randomUUID } from 'node:crypto';

import { asc, desc, eq, like, ne, or } from 'drizzle-orm';

import { CASE_TEXT_MAX_CHARS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { majorToMinor } from '../../contract/money.ts';
import type { NoticeKind } from '../../contract/notifications/kinds.ts';
import { lockUndeleted } from '../accounts/users.ts';
import { answerBy, type CaseRow, decideBy, readMessages } from '../cases/read-cases.ts';
import { dateOf } from '../clock.ts';
import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { caseMessages, cases } from '../db/schema/cases.ts';
import { webhookEvents } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import { moneyText } from '../lib/money-text.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { readReceipt } from '../wallet/read-receipt.ts';
import { findReference, findVoucherFacts } from './look-up.ts';
import { type Act, AdminError, type Deed, deedOf } from './record-action.ts';

const WEBHOOKS_SHOWN = 10;

interface FoundCase {
  readonly row: CaseRow;
  readonly username: string;
}

const selectCases = (db: Db) =>
  db
    .select({ row: cases, username: users.username })
    .from(cases)
    .innerJoin(users, eq(users.id, cases.userId));

const isOverdue = (row: CaseRow, now: Date): boolean =>
  [answerBy(row), decideBy(row)].some((by) => by !== null && by <= now);

const headOf = ({ row, username }: FoundCase, now: Date): string => {
  const ageHours = Math.floor((now.getTime() - row.createdAt.getTime()) / HOUR_MS);
  const overdue = isOverdue(row, now) ? '  OVERDUE' : '';
  return `${row.caseNumber}  ${row.status}  ${row.category}  @${username}  ${row.reference}  ${ageHours} h old${overdue}`;
};

/** Those that are not decided, oldest first. */
export async function listCases({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const found = await selectCases(db).where(ne(cases.status, 'decided')).orderBy(asc(cases.id));
  return found.map((one) => headOf(one, dateOf(clock)));
}

/** A number as people read it out, its first eight characters, or more of it. */
const NUMBER = /^[0-9a-f-]{8,36}$/;

async function findCase(db: Db, number: string): Promise<FoundCase> {
  const beginning = number.toLowerCase();
  const found = NUMBER.test(beginning)
    ? await selectCases(db)
        .where(like(cases.caseNumber, `${beginning}%`))
        .limit(2)
    : [];
  const [one, other] = found;
  if (!one) throw new AdminError(`there is no case ${number}`);
  if (other) throw new AdminError(`several cases begin with ${number}: give the whole number`);
  return one;
}

const moment = (at: Date | null): string => at?.toISOString() ?? '-';

/** What a user writes must not look like lines of ours. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** Shows a case with what the server knows of its transaction. */
export const showCase: Act = async (tx, { clock }, [number = '']) => {
  const found = await findCase(tx, number);
  const { row } = found;
  const messages = await readMessages(tx, [row.id]);
  return {
    subject: `case:${row.caseNumber}`,
    outcome: 'looked at',
    lines: [
      headOf(found, dateOf(clock)),
      `opened ${moment(row.createdAt)}, answer by ${moment(answerBy(row))}, decision by ${moment(decideBy(row))}`,
      ...(await transactionLines(tx, row)),
      ...messages.map(
        ({ author, text, createdAt }) => `${author} ${moment(createdAt)}  ${onOneLine(text)}`,
      ),
      ...(row.outcome === null ? [] : [`decided ${moment(row.decidedAt)}  ${row.outcome}`]),
    ],
  };
};

/** Its receipt with the fee, the rows behind it, and what gateways reported of it. */
async function transactionLines(
  db: Db,
  { userId, transactionId, reference }: CaseRow,
): Promise<string[]> {
  const {
    type,
    status,
    transaction_type: kind,
    lines,
    currency,
    voucher_ulid: ulid,
  } = await readReceipt(db, userId, transactionId);
  const parts = lines.map(
    ({ label, amount }) => `${label} ${moneyText(majorToMinor(amount) ?? 0n, currency)}`,
  );
  const voucher = ulid === null ? undefined : await findVoucherFacts(db, ulid);
  const webhooks = await db
    .select()
    .from(webhookEvents)
    .where(
      or(eq(webhookEvents.reference, reference), eq(webhookEvents.gatewayReference, reference)),
    )
    .orderBy(desc(webhookEvents.id))
    .limit(WEBHOOKS_SHOWN);
  return [
    `transaction ${transactionId}  ${kind}, ${type}, ${status}  ${parts.join(', ')}`,
    ...((await findReference(db, reference))?.lines ?? []),
    ...(voucher?.lines ?? []),
    ...webhooks.map(
      ({ id, gateway, type: event, receivedAt, outcome }) =>
        `webhook ${id}  ${gateway} ${event}  received ${moment(receivedAt)}, outcome: ${outcome ?? '-'}`,
    ),
  ];
}

/** Answers a case, which then waits for its decision. */
export const answerCase: Act = async (tx, deps, [number = '', given = '']) => {
  const text = textOf(given);
  const { row, username } = await lockCase(tx, number);
  const said = (await readMessages(tx, [row.id])).at(-1);
  if (said?.author === 'staff' && said.text === text)
    throw new AdminError('the same was answered before');
  const now = dateOf(deps.clock);
  const messageId = randomUUID();
  await tx
    .insert(caseMessages)
    .values({ caseId: row.id, messageId, author: 'staff', text, createdAt: now });
  await tx
    .update(cases)
    .set({ status: 'answered', waitingSince: null, acknowledgedAt: row.acknowledgedAt ?? now })
    .where(eq(cases.id, row.id));
  await tell(tx, row, 'case_answered', messageId, now);
  return caseDeed(row, username, 'answered');
};

/** Decides a case; nothing can be written to it after that. */
export const decideCase: Act = async (tx, deps, [number = '', given = '']) => {
  const outcome = textOf(given);
  const { row, username } = await lockCase(tx, number);
  const now = dateOf(deps.clock);
  await tx
    .update(cases)
    .set({
      status: 'decided',
      outcome,
      decidedAt: now,
      waitingSince: null,
      acknowledgedAt: row.acknowledgedAt ?? now,
    })
    .where(eq(cases.id, row.id));
  await tell(tx, row, 'case_decided', 'decided', now);
  return caseDeed(row, username, 'decided');
};

function textOf(given: string): string {
  const text = given.trim();
  if (text === '' || text.length > CASE_TEXT_MAX_CHARS)
    throw new AdminError(`the text has 1 to ${CASE_TEXT_MAX_CHARS} characters`);
  return text;
}

/** Users are locked before their cases. @throws AdminError for one that is decided */
async function lockCase(tx: Db, number: string): Promise<FoundCase> {
  const { row: found, username } = await findCase(tx, number);
  await lockUndeleted(tx, [found.userId]);
  const [row] = await tx.select().from(cases).where(eq(cases.id, found.id)).for('no key update');
  if (!row) throw new AdminError(`there is no case ${number}`);
  if (row.status === 'decided') throw new AdminError('this case is decided already');
  return { row, username };
}

const tell = (tx: Db, row: CaseRow, kind: NoticeKind, what: string, now: Date): Promise<number> => {
  const { userId, caseNumber: number } = row;
  noteChange(tx, `case:${userId}`);
  const notice = {
    userId,
    kind,
    eventKey: `case:${number}:${what}`,
    data: { case_number: number },
  };
  return storeNotifications(tx, [notice], now);
};

const caseDeed = ({ caseNumber, userId: id }: CaseRow, username: string, done: string): Deed =>
  deedOf(`case:${caseNumber}`, { id, username }, (who) => `the case of ${who} is ${done}`);
