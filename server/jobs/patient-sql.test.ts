import { expect, it } from 'vitest';

import { createPatientSql } from './patient-sql.ts';

const away = () => Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });

/** A database that fails so often, in this way, and then answers. */
function databaseFailing(times: number, fault: () => Error) {
  const state = { tries: 0, told: 0 };
  const patient = createPatientSql(
    () => {
      state.tries += 1;
      return state.tries > times ? Promise.resolve({ rows: [{ ok: 1 }] }) : Promise.reject(fault());
    },
    () => {
      state.told += 1;
    },
    1,
  );
  return { state, patient };
}

it('a statement of the job runner waits for a database that is away, and says so once', async () => {
  const { state, patient } = databaseFailing(3, away);
  expect(await patient.executeSql('select 1')).toEqual({ rows: [{ ok: 1 }] });
  expect(state).toEqual({ tries: 4, told: 1 });
});

it('fails at once with what will not pass', async () => {
  const { state, patient } = databaseFailing(1, () => new Error('syntax error'));
  await expect(patient.executeSql('select')).rejects.toThrow('syntax error');
  expect(state).toEqual({ tries: 1, told: 0 });
});

it('keeps nobody from stopping', async () => {
  const { state, patient } = databaseFailing(Number.POSITIVE_INFINITY, away);
  const waiting = patient.executeSql('select 1');
  await expect.poll(() => state.tries).toBeGreaterThan(1);
  patient.stop();
  expect(await waiting).toEqual({ rows: undefined });
  expect(await patient.executeSql('select 2')).toEqual({ rows: undefined });
});

it('is closed when what runs has ended, and what that led to; then it asks for nothing', async () => {
  const asked: string[] = [];
  let answer = (): void => undefined;
  const patient = createPatientSql(
    async (text) => {
      asked.push(text);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { rows: [] };
    },
    () => undefined,
  );
  const fetched = patient.executeSql('fetch').then(() => patient.executeSql('give back'));
  let isClosed = false;
  const closing = patient.close().then(() => {
    isClosed = true;
  });
  answer();
  await expect.poll(() => asked).toEqual(['fetch', 'give back']);
  expect(isClosed).toBe(false);
  answer();
  await Promise.all([fetched, closing]);
  await patient.executeSql('complete');
  expect(asked).toEqual(['fetch', 'give back']);
});
