import { promisifyRequest } from 'idb-keyval';

import type { Case, NewCaseBody } from '../../contract/cases.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/constants.ts';
import { type CaseReportRow, type CaseRow, SINGLE, type UserRow } from '../rows.ts';
import { timeoutSignal } from '../timeout-signal.ts';
import { type OutboxDeps, OutboxUndeliveredError, readFinalAnswer } from './outbox-answer.ts';

const REPORTS = 'caseReports';
const CASES = 'cases';
const USER = 'user';
const UNAUTHENTICATED = 401;

const readUserId = async (store: IDBObjectStore): Promise<number | undefined> =>
  (await promisifyRequest<UserRow | undefined>(store.get(SINGLE)))?.user.id;

/** Only of the signed-in user: what somebody else reported waits for them. */
async function nextReport(db: IDBDatabase): Promise<CaseReportRow | undefined> {
  const transaction = db.transaction([REPORTS, USER]);
  const [userId, rows] = await Promise.all([
    readUserId(transaction.objectStore(USER)),
    promisifyRequest<CaseReportRow[]>(transaction.objectStore(REPORTS).getAll()),
  ]);
  return rows.find((row) => !row.isRefused && row.userId === userId);
}

function post(
  { fetch }: OutboxDeps,
  token: string,
  { reference, category, text, case_number }: CaseReportRow,
): Promise<Response> {
  const body: NewCaseBody = { reference, category, text, case_number };
  return fetch('/api/v1/cases', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal: timeoutSignal(REQUEST_TIMEOUT_MS),
  });
}

/** Writes what came of a report, unless its user has signed out meanwhile. */
async function settle(
  db: IDBDatabase,
  report: CaseReportRow,
  outcome: CaseRow | Pick<CaseReportRow, 'refusal' | 'isRefused'>,
): Promise<void> {
  const transaction = db.transaction([REPORTS, CASES, USER], 'readwrite');
  const reports = transaction.objectStore(REPORTS);
  const number = report.case_number;
  const [userId, known] = await Promise.all([
    readUserId(transaction.objectStore(USER)),
    promisifyRequest<CaseReportRow | undefined>(reports.get(number)),
  ]);
  const isTaken = 'case_number' in outcome;
  if (known && isTaken) reports.delete(number);
  else if (known) reports.put({ ...known, ...outcome });
  if (known && isTaken && userId === report.userId) transaction.objectStore(CASES).put(outcome);
  await promisifyRequest(transaction);
}

/** The number was made before the first send, so a report that is sent twice opens one case. */
export async function sendCaseReports(db: IDBDatabase, deps: OutboxDeps): Promise<void> {
  // Made by a page of an older build, which reports nothing.
  if (!db.objectStoreNames.contains(REPORTS)) return;
  for (let report = await nextReport(db); report; report = await nextReport(db)) {
    const token = await deps.keys.readToken();
    if (token === undefined) return;
    const response = await post(deps, token, report).catch(() => undefined);
    const answer = response && (await readFinalAnswer(response));
    if (!answer) throw new OutboxUndeliveredError('a case was not delivered');
    const { data, message } = answer;
    const isExpired = response.status === UNAUTHENTICATED;
    await settle(
      db,
      report,
      response.ok
        ? { ...(data as Case), fetchedAt: deps.now() }
        : { refusal: String(message), ...(!isExpired && { isRefused: true }) },
    );
    deps.onSent?.();
    // It waits until its user has logged in again.
    if (isExpired) return;
  }
}
