import type {
  CaseAnswer,
  CasesAnswer,
  NewCaseBody,
  NewCaseMessageBody,
} from '../../contract/cases.ts';
import { TTL_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import { CASES_KEY } from '../../local/queries/cases.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import { readSessionId, writeInSession } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { done, failed } from '../failure.ts';
import { sendChange } from '../mirror.ts';
import { refreshMirror, type RefreshOptions, rowRefresher } from '../refresh/refresh-mirror.ts';
import { withRoom } from '../storage.ts';

type Report = Omit<NewCaseBody, 'case_number'> & { readonly transactionId: string };

/**
 * Puts a report into the outbox, also without a network; then ask the service worker to send it.
 * @returns the number of the case
 */
export async function reportCase(ctx: WorkerContext, report: Report): Promise<Result<string>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const userId = (await readUser(db))?.user.id;
  if (userId === undefined) return failed('unauthenticated');
  const number = crypto.randomUUID();
  const row = { ...report, case_number: number, userId, createdAt: ctx.now() };
  const isWritten = await withRoom(ctx, () =>
    writeInSession(db, session, [db.caseReports], () => db.caseReports.add(row)),
  );
  return isWritten ? ok(number) : failed('unauthenticated');
}

/** Forgets a report that the server has refused. */
export async function dropCaseReport({ db }: WorkerContext, number: string): Promise<Done> {
  await db.caseReports.filter((row) => row.case_number === number && !!row.isRefused).delete();
  return ok(undefined);
}

export async function sendCaseMessage(
  ctx: WorkerContext,
  number: string,
  body: NewCaseMessageBody,
): Promise<Done> {
  const { cases } = ctx.db;
  const path = `/cases/${encodeURIComponent(number)}/messages`;
  return done(
    await sendChange<CaseAnswer>(ctx, { path, body }, [cases], ({ data }) =>
      cases.put({ ...data, fetchedAt: ctx.now() }),
    ),
  );
}

export const refreshCase = rowRefresher({
  table: 'cases',
  // A notification opens it, so what that tells of must be there.
  ttlMs: 0,
  key: (number: string) => number,
  request: (number) => ({
    path: `/cases/${encodeURIComponent(number)}`,
    fallback: 'cases_failed',
  }),
  row: ({ data }: CaseAnswer) => data,
});

/** The newest ones. */
export function refreshCases(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { answers, cases } = ctx.db;
  return refreshMirror<CasesAnswer>(
    ctx,
    {
      key: CASES_KEY,
      mirrored: () => answers.get(CASES_KEY),
      ttlMs: TTL_MS.cases,
      load: () => ctx.api.call({ path: '/cases', fallback: 'cases_failed' }),
      tables: [answers, cases],
      store: async ({ data }, fetchedAt) => {
        await cases.bulkPut(data.map((row) => ({ ...row, fetchedAt })));
        // The rows do not show that all of them were fetched, nor that there are none.
        await answers.put({ key: CASES_KEY, answer: {}, fetchedAt });
      },
    },
    options,
  );
}
