import type pg from 'pg';

/** What a connection's `query` is, whichever of its forms is used. */
export type Query = (...args: unknown[]) => unknown;

/** Has a connection ask by what `wrap` makes of its `query`. */
export function wrapQuery(client: pg.ClientBase, wrap: (query: Query) => Query): void {
  client.query = wrap(client.query.bind(client) as Query) as typeof client.query;
}
