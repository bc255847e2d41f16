import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { errorMessage } from '../../../contract/errors.ts';
import { buildApp } from '../../../server/app.ts';
import { NO_PAGE } from '../../../server/http/security-headers.ts';
import { BusyError } from '../../../server/db/semaphore.ts';
import { withLog } from '../../fixtures/api/log-lines.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();

describe('more requests than a node can serve', () => {
  const capacity = { arriving: 2, reads: 1, writes: 1, crowd: 1, batched: 9 };
  const open = { config: { access: 'public' as const } };

  it('are refused at once, by kind; whatever is asked in trouble is answered', async () => {
    const app = await buildApp(test.deps, { capacity });
    let finish = (): void => undefined;
    const held = new Promise<object>((resolve) => {
      finish = () => resolve({});
    });
    let arrived = 0;
    const handle = () => {
      arrived += 1;
      return held;
    };
    app.get('/slow', open, handle);
    app.post('/slow', open, handle);
    const send = (method: 'GET' | 'POST') => app.inject({ method, url: '/slow' });
    const first = [send('GET'), send('POST')];
    await expect.poll(() => arrived).toBe(2);
    for (const method of ['GET', 'POST'] as const) {
      const refused = await send(method);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    }
    for (const url of ['/healthz', '/readyz', '/metrics'])
      expect((await app.inject(url)).statusCode, url).toBe(200);
    finish();
    for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
    // Each gives its place back, refused ones never had one.
    for (let round = 0; round < 3; round += 1)
      for (const method of ['GET', 'POST'] as const)
        expect((await send(method)).statusCode).toBe(200);
    await app.close();
  });

  it('that come in a crowd leave room for other writes, and come back one after the other', async () => {
    const app = await buildApp(test.deps, {
      capacity: { ...capacity, arriving: 50, crowd: 3, batched: 9 },
      monotonicMs: () => 0.1,
    });
    let finish = (): void => undefined;
    const held = new Promise<object>((resolve) => {
      finish = () => resolve({});
    });
    let taken = 0;
    let asked = 0;
    const onRequest = async (): Promise<void> => {
      asked += 1;
    };
    const crowded = { config: { access: 'public' as const, crowd: true as const } };
    app.post('/crowd', { ...crowded, onRequest }, () => {
      taken += 1;
      return held;
    });
    app.post('/other', open, () => ({}));
    await app.ready();
    const send = () => app.inject({ method: 'POST', url: '/crowd' });
    const first = Array.from({ length: 3 }, send);
    await expect.poll(() => taken).toBe(3);
    const refused = await Promise.all(Array.from({ length: 480 }, send));
    const waits = refused.map(({ headers }) => Number(headers['retry-after']));
    // 200 in a second.
    expect([...new Set(waits)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect((await app.inject({ method: 'POST', url: '/other' })).statusCode).toBe(200);
    finish();
    for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
    // Of the others nothing is looked up.
    expect([taken, asked]).toEqual([3, 3]);
    await app.close();
  });

  it('that wait for a write of many have a room of their own, and crowd out nobody', async () => {
    const app = await buildApp(test.deps, {
      capacity: { arriving: 1, reads: 1, writes: 1, crowd: 1, batched: 3 },
    });
    let letIn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    let arrived = 0;
    const onRequest = async (): Promise<void> => {
      arrived += 1;
      await held;
    };
    const batched = { config: { access: 'public' as const, batched: true as const } };
    app.post('/batched', { ...batched, onRequest }, () => ({}));
    app.post('/other', open, () => ({}));
    await app.ready();
    const send = (url: string) => app.inject({ method: 'POST', url });
    const first = Array.from({ length: 3 }, () => send('/batched'));
    await expect.poll(() => arrived).toBe(3);
    expect((await send('/batched')).statusCode).toBe(503);
    expect((await send('/other')).statusCode).toBe(200);
    letIn();
    for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
    await app.close();
  });

  it('do not push out who was let in before them and has sent a body since', async () => {
    const app = await buildApp(test.deps, { capacity: { ...capacity, arriving: 9 } });
    let isParsing = false;
    const preParsing = async () => {
      isParsing = true;
    };
    app.post('/slow', { ...open, preParsing }, () => ({}));
    let letIn = (): void => undefined;
    const onRequest = (_request: object, _reply: object, next: () => void): void => {
      letIn = next;
    };
    app.post('/arriving', { ...open, onRequest }, () => ({}));
    const body = new PassThrough();
    const headers = { 'content-type': 'application/json' };
    const first = app.inject({ method: 'POST', url: '/slow', headers, payload: body });
    await expect.poll(() => isParsing).toBe(true);
    const second = app.inject({ method: 'POST', url: '/arriving' });
    body.end('{}');
    expect((await first).statusCode).toBe(200);
    letIn();
    expect((await second).statusCode).toBe(200);
    await app.close();
  });

  it('for its database are refused while the first who asks it waits for long; files need none', async () => {
    const row = { statementWaitMs: 0, transactionWaitMs: 0 };
    const figures = { inUse: 20, idle: 0, statementsWaiting: 1, transactionsWaiting: 1 };
    const poolFigures = () => ({
      ...figures,
      statementsRefused: 0,
      transactionsRefused: 0,
      ...row,
    });
    const database = { ...test.deps.database, poolFigures };
    const roomy = { arriving: 9, reads: 9, writes: 9, crowd: 9, batched: 9, waitMs: 250 };
    const app = await buildApp({ ...test.deps, database }, { capacity: roomy });
    app.get('/file', open, () => ({}));
    app.get('/api/read', open, () => ({}));
    app.post('/api/write', open, () => ({}));
    const statuses = async () => {
      const answers = [
        await app.inject('/api/read'),
        await app.inject({ method: 'POST', url: '/api/write' }),
        await app.inject('/file'),
      ];
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    row.transactionWaitMs = 251;
    expect(await statuses()).toEqual([200, 503, 200]);
    row.statementWaitMs = 251;
    expect(await statuses()).toEqual([503, 503, 200]);
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/^requests_shed_total\{kind="reads",reason="database"\} 1$/m);
    expect(body).toMatch(/^database_waiting\{what="statement"\} 1$/m);
    await app.close();
  });

  it('that ask the database for too much at once fail at once, in one short line of the log', async () => {
    const { app, logged } = await withLog(test);
    app.get('/waits', open, () => {
      throw new Error('Failed query', { cause: new BusyError('too many wait for a connection') });
    });
    const { statusCode, headers, body } = await app.inject('/waits');
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' });
    expect(logged().trim().split('\n')).toHaveLength(1);
    await app.close();
  });

  it('hear what any failure says, with the headers of every answer', async () => {
    const app = await buildApp(test.deps, { capacity: { ...capacity, reads: 0 } });
    const { statusCode, headers, body } = await app.inject('/api/v1/vouchers');
    expect(statusCode).toBe(503);
    expect(JSON.parse(body)).toEqual({
      success: false,
      code: 'unavailable',
      message: errorMessage('unavailable'),
      request_id: headers['x-request-id'],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': NO_PAGE,
    });
    await app.close();
  });

  it('for its processor are refused at once, until it is in time again', async () => {
    const late = { arriving: 9, reads: 9, writes: 9, crowd: 9, batched: 9, delayMs: 100 };
    const app = await buildApp(test.deps, { capacity: late });
    app.get('/quick', open, () => ({}));
    const statusOf = async (url: string) => (await app.inject(url)).statusCode;
    // More than what is looked back upon, with hardly a moment between two turns.
    const afterWork = async (url: string) => {
      for (let turn = 0; turn < 4; turn += 1) {
        const endsMs = performance.now() + 300;
        while (performance.now() < endsMs);
        await setImmediate();
      }
      return statusOf(url);
    };
    await expect.poll(() => statusOf('/quick')).toBe(200);
    await expect.poll(() => afterWork('/quick')).toBe(503);
    expect(await afterWork('/healthz')).toBe(200);
    await expect.poll(() => statusOf('/quick')).toBe(200);
    await app.close();
  });

  it('are not let in to ask the database who they are', async () => {
    const app = await buildApp(test.deps, {
      capacity: { arriving: 2, reads: 100, writes: 100, crowd: 100, batched: 9 },
    });
    await app.ready();
    const { token } = await addPerson(test.deps, 'eager');
    const headers = { authorization: `Bearer ${token}` };
    const burst = Array.from({ length: 20 }, () => app.inject({ url: '/api/v1/user', headers }));
    const refused = (await Promise.all(burst)).filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThanOrEqual(18);
    for (const answer of refused) expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect((await app.inject({ url: '/api/v1/user', headers })).statusCode).toBe(200);
    await app.close();
  });
});
