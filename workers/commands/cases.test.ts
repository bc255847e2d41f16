import { describe, expect, it } from 'vitest';

import { TTL_MS } from '../../contract/constants.ts';
import { readCase, readCases, readCasesAbout } from '../../local/queries/cases.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { CASE_A, sampleCase, sampleCaseReport } from '../../local/testing/samples.ts';
import {
  lost,
  NOW,
  refuses,
  says,
  signedInFixture,
  workerFixture,
} from '../testing/worker-fixture.ts';

const REPORT = {
  reference: 'wd_01',
  transactionId: 't1',
  category: 'not_delivered',
  text: 'It never came',
} as const;

describe('reporting a problem', () => {
  it('asks nobody: it waits in the outbox, and is shown at once', async () => {
    const { api, db, server, setOnline } = await signedInFixture(lost);
    setOnline(false);
    const result = await api.reportCase(REPORT);
    if (!result.ok) throw new Error(result.error.code);
    expect(server.requests).toEqual([]);
    const number = result.value;
    expect(await db.caseReports.toArray()).toEqual([
      { ...REPORT, case_number: number, userId: 1, createdAt: NOW },
    ]);
    const shown = await readCase(db, number);
    expect(shown).toMatchObject({
      case_number: number,
      status: 'open',
      unsent: {},
      messages: [{ author: 'user', text: REPORT.text }],
    });
    expect(await readCasesAbout(db, 'wd_01')).toEqual([shown]);
    expect(await readCasesAbout(db, 'wd_02')).toEqual([]);
  });

  it('is for signed-in people', async () => {
    const { api, db } = workerFixture(lost);
    expect(await api.reportCase(REPORT)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(await db.caseReports.count()).toBe(0);
  });

  it('sends it where there is no service worker', async () => {
    const { api, db } = await signedInFixture(({ body }) =>
      json(201, {
        success: true,
        data: sampleCase({ case_number: (body as { case_number: string }).case_number }),
      }),
    );
    const result = await api.reportCase(REPORT);
    expect(await api.drainOutbox()).toMatchObject({ ok: true });
    expect(await readCase(db, result.ok ? result.value : '')).toMatchObject({ fetchedAt: NOW });
  });

  it('is forgotten only once it was refused', async () => {
    const { api, db } = await signedInFixture(lost);
    await db.caseReports.put(sampleCaseReport());
    await api.dropCaseReport(CASE_A);
    expect(await db.caseReports.count()).toBe(1);
    await db.caseReports.put(sampleCaseReport({ refusal: 'No', isRefused: true }));
    expect((await readCase(db, CASE_A))?.unsent).toEqual({ refusal: 'No', isRefused: true });
    await api.dropCaseReport(CASE_A);
    expect(await db.caseReports.count()).toBe(0);
  });
});

describe('the cases', () => {
  it('are fetched once in a while, and known to be none', async () => {
    const { api, db, server, pass } = await signedInFixture(says([], { next_cursor: null }));
    expect((await readCases(db)).fetchedAt).toBeUndefined();
    await api.refreshCases();
    expect(await readCases(db)).toEqual({ rows: [], fetchedAt: NOW });
    await api.refreshCases();
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/cases']);
    pass(TTL_MS.cases);
    await api.refreshCases();
    expect(server.requests).toHaveLength(2);
  });

  it('stand with those that wait, newest first', async () => {
    const newer = sampleCase({ case_number: 'b', created_at: '2026-01-05T10:00:00Z' });
    const { api, db } = await signedInFixture(says([newer], { next_cursor: null }));
    await db.caseReports.put(sampleCaseReport());
    await api.refreshCases();
    expect((await readCases(db)).rows.map(({ case_number: number }) => number)).toEqual([
      'b',
      CASE_A,
    ]);
  });

  it('are each refreshed by their number', async () => {
    const { api, db, server } = await signedInFixture(says(sampleCase({ status: 'decided' })));
    await api.refreshCase(CASE_A);
    expect(server.requests[0]?.path).toBe(`/api/v1/cases/${CASE_A}`);
    expect(await db.cases.get(CASE_A)).toMatchObject({ status: 'decided', fetchedAt: NOW });
  });
});

describe('a message', () => {
  const MESSAGE = { text: 'Any news?', message_id: CASE_A };

  it('shows the case as the server then has it', async () => {
    const answered = sampleCase({ messages: [] });
    const { api, db, server } = await signedInFixture(says(answered));
    expect(await api.sendCaseMessage(CASE_A, MESSAGE)).toMatchObject({ ok: true });
    expect(server.requests[0]).toMatchObject({
      path: `/api/v1/cases/${CASE_A}/messages`,
      body: MESSAGE,
    });
    expect(await db.cases.get(CASE_A)).toEqual({ ...answered, fetchedAt: NOW });
  });

  it('that is refused changes nothing', async () => {
    const { api, db } = await signedInFixture(refuses(409, 'case_decided'));
    await db.cases.put({ ...sampleCase(), fetchedAt: 1 });
    expect(await api.sendCaseMessage(CASE_A, MESSAGE)).toMatchObject({
      error: { code: 'case_decided' },
    });
    expect(await db.cases.get(CASE_A)).toEqual({ ...sampleCase(), fetchedAt: 1 });
  });
});
