import type { Case } from '../../contract/cases.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { CaseReportRow } from '../rows.ts';

/** The row of `answers` that says when the list was fetched. */
export const CASES_KEY = 'cases';

/** A case; with `unsent` where the server has not taken it yet. */
export interface KnownCase extends Case {
  readonly unsent?: Pick<CaseReportRow, 'refusal' | 'isRefused'>;
  /** ms since the epoch; undefined where only this device knows the case. */
  readonly fetchedAt?: number;
}

function asCase({
  case_number: number,
  text,
  refusal,
  isRefused,
  ...row
}: CaseReportRow): KnownCase {
  const at = new Date(row.createdAt).toISOString();
  return {
    case_number: number,
    reference: row.reference,
    transaction_id: row.transactionId,
    category: row.category,
    status: 'open',
    created_at: at,
    answer_by: null,
    decide_by: null,
    acknowledged_at: null,
    decided_at: null,
    outcome: null,
    messages: [{ id: number, author: 'user', text, created_at: at }],
    unsent: { ...(refusal !== undefined && { refusal }), ...(isRefused && { isRefused }) },
  };
}

const newestFirst = (cases: readonly KnownCase[]): readonly KnownCase[] =>
  [...cases].sort((a, b) => b.created_at.localeCompare(a.created_at));

/** Those of this device's user, newest first; `fetchedAt` is undefined before the first answer. */
export async function readCases(db: GoodiesDatabase) {
  const [reports, rows, list] = await Promise.all([
    db.caseReports.toArray(),
    db.cases.toArray(),
    db.answers.get(CASES_KEY),
  ]);
  return { rows: newestFirst([...reports.map(asCase), ...rows]), fetchedAt: list?.fetchedAt };
}

/** Those about one transaction, newest first. */
export async function readCasesAbout(db: GoodiesDatabase, reference: string) {
  const [reports, rows] = await Promise.all([
    db.caseReports.toArray(),
    db.cases.where('reference').equals(reference).toArray(),
  ]);
  const own = reports.filter((report) => report.reference === reference);
  return newestFirst([...own.map(asCase), ...rows]);
}

export async function readCase(
  db: GoodiesDatabase,
  number: string,
): Promise<KnownCase | undefined> {
  const [report, row] = await Promise.all([db.caseReports.get(number), db.cases.get(number)]);
  return row ?? (report && asCase(report));
}
