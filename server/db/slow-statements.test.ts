import { expect, it, vi } from 'vitest';
import type pg from 'pg';

import { type SlowStatement, watchSlowStatements } from './slow-statements.ts';

type Done = (error: unknown, answer: unknown) => void;

/** A connection whose statements take as long as a test says, watched from 500 ms on. */
function watched() {
  const told: SlowStatement[] = [];
  let tookMs = 0;
  const query = (statement: unknown, values: unknown, done?: Done): unknown => {
    vi.advanceTimersByTime(tookMs);
    if (done) return done(null, [statement, values]);
    return Promise.resolve([statement, values]);
  };
  const client = { query };
  watchSlowStatements(client as unknown as pg.PoolClient, {
    fromMs: 500,
    onSlow: (slow) => told.push(slow),
  });
  const ask = (ms: number) => {
    tookMs = ms;
    return (...asked: Parameters<typeof query>) => client.query(...asked);
  };
  return { ask, told };
}

it('tells of statements that take long, and not what they were asked with', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { ask, told } = watched();
    expect(await ask(499)('select 1', ['quick'])).toEqual(['select 1', ['quick']]);
    await ask(500)('select\n  $1', ['secret']);
    const done = vi.fn<Done>();
    ask(700)({ text: 'select $2' }, ['secret'], done);
    expect(done).toHaveBeenCalledWith(null, [{ text: 'select $2' }, ['secret']]);
    expect(told).toEqual([
      { statement: 'select $1', ms: 500 },
      { statement: 'select $2', ms: 700 },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
