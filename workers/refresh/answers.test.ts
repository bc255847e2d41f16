import { describe, expect, it } from 'vitest';

import { TTL_MS } from '../../contract/constants.ts';
import { answerKey, readAnswer } from '../../local/queries/answers.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { NOW, workerFixture, signedInFixture } from '../testing/worker-fixture.ts';

const page = (cursor: number | null) => ({ success: true, data: [], next_cursor: cursor });

describe('an answer', () => {
  it('is kept as it is, each call for itself, until it is stale', async () => {
    const { api, db, server, pass } = await signedInFixture(() => json(200, page(7)));
    await api.refreshAnswer({ path: '/guesses' });
    await api.refreshAnswer({ path: '/guesses' });
    await api.refreshAnswer({ path: '/guesses', cursor: 7 });
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v1/guesses',
      '/api/v1/guesses?cursor=7',
    ]);
    expect(await readAnswer(db, { path: '/guesses' })).toEqual({
      answer: page(7),
      fetchedAt: NOW,
    });
    expect(await readAnswer(db, { path: '/guesses', cursor: 8 })).toBeUndefined();
    pass(TTL_MS.answers);
    await api.refreshAnswer({ path: '/guesses' });
    expect(server.requests).toHaveLength(3);
  });

  it('is named by what was asked, in whichever order', () => {
    const board = { path: '/leaderboard', region: 'ghana', period: 'week' } as const;
    expect(answerKey(board)).toBe('/leaderboard?period=week&region=ghana');
  });

  it('that is public needs no user, and any other is not asked for without one', async () => {
    const { api, server } = workerFixture(() => json(200, { success: true, data: null }));
    expect(await api.refreshAnswer({ path: '/trust' })).toMatchObject({ ok: true });
    expect(await api.refreshAnswer({ path: '/dashboard' })).toMatchObject({ ok: false });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/trust']);
  });

  it('stays when the server cannot be asked', async () => {
    const { api, db, server, pass } = await signedInFixture(() => json(200, page(null)));
    await api.refreshAnswer({ path: '/prizes' });
    pass(TTL_MS.answers);
    server.answerBy(() => json(503));
    expect(await api.refreshAnswer({ path: '/prizes' })).toMatchObject({ ok: false });
    expect((await readAnswer(db, { path: '/prizes' }))?.answer).toEqual(page(null));
  });
});
