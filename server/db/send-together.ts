import type { Socket } from 'node:net';

import type pg from 'pg';

import { wrapQuery } from './wrap-query.ts';

/** What is sent while the event loop has other things to do leaves in one write, which costs as much as a statement. */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } })
    .connection;
  let isHeld = false;
  wrapQuery(client, (query) => (...args) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return query(...args);
  });
}

/** As the query builder writes it. */
const BEGIN = /^begin( |$)/;

/**
 * BEGIN is not waited for, so that it travels with the statement that follows. A connection on which it failed takes
 * no further one.
 */
export function sendBeginAlong(client: pg.PoolClient): void {
  wrapQuery(client, (query) => (...args) => {
    const result = query(...args);
    const [{ text }] = args as [{ readonly text?: string }];
    if (!(result instanceof Promise) || text === undefined || !BEGIN.test(text)) return result;
    result.catch(() => void (client as unknown as pg.Client).end());
    return Promise.resolve({ rows: [], rowCount: null });
  });
}
