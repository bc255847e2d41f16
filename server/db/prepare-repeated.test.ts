import { expect, it } from 'vitest';
import type pg from 'pg';

import { prepareRepeated } from './prepare-repeated.ts';

/** A connection that tells by which name it was asked. */
function connection() {
  const client = { query: (statement: { readonly name?: string } | string) => statement };
  prepareRepeated(client as unknown as pg.ClientBase);
  const query = client.query as (statement: object | string, values?: unknown[]) => unknown;
  return (text: string, values: unknown[] = [1]): unknown =>
    (query({ text }, values) as { readonly name?: string }).name;
}

it('prepares a statement with values once it was sent for the third time, on each connection by one name', () => {
  const [ask, other] = [connection(), connection()];
  const names = [ask('select $1'), ask('select $1'), ask('select $1'), other('select $1')];
  expect(names).toEqual([undefined, undefined, expect.any(String), names[2]]);
  expect(ask('select $1 + 1')).toBeUndefined();
});

it('leaves alone what has a name already, no values, or is plain text', () => {
  const client = { query: (...args: unknown[]) => args };
  prepareRepeated(client as unknown as pg.ClientBase);
  for (const args of [[{ text: 'a', name: 'named' }, [1]], [{ text: 'begin' }, []], ['commit']])
    for (let sent = 0; sent < 4; sent += 1) expect(client.query(...args)).toEqual(args);
});

it('never prepares more statements than a server has, however many are put together for one call', () => {
  const ask = connection();
  const sendThrice = (text: string) => [ask(text), ask(text), ask(text)].at(-1);
  for (let n = 0; n < 1_100; n += 1) ask(`select ${n} = $1`);
  expect(sendThrice('select $1 = 1')).toBeUndefined();
});
