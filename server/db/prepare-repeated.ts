import { createHash } from 'node:crypto';

import type pg from 'pg';

import { wrapQuery } from './wrap-query.ts';

/** A text that was sent so often is a statement of the server's, and not one that is put together for one call. */
const REPEATED_FROM = 3;
/** Several times what the server's code has; a connection of the database keeps the plan of each. */
const REPEATED_MAX = 1_000;

/** How often a text was sent, or the name that it has since. */
const repeated = new Map<string, number | string>();

/** @returns undefined for a text that is not repeated */
function nameOf(text: string): string | undefined {
  const known = repeated.get(text) ?? 0;
  if (typeof known === 'string') return known;
  if (known === 0 && repeated.size >= REPEATED_MAX) return undefined;
  const name =
    known + 1 < REPEATED_FROM
      ? undefined
      : createHash('sha256').update(text).digest('base64url').slice(0, 22);
  repeated.set(text, name ?? known + 1);
  return name;
}

/**
 * Has a connection prepare each statement with values that is sent again and again: the database parses it once, and
 * plans it anew only while that makes a cheaper plan (`plan_cache_mode`).
 */
export function prepareRepeated(client: pg.ClientBase): void {
  wrapQuery(client, (query) => (...args) => {
    const [statement, values] = args as [pg.QueryConfig | string | undefined, unknown];
    if (typeof statement !== 'object' || statement.name !== undefined) return query(...args);
    if (!Array.isArray(values) || values.length === 0) return query(...args);
    const name = nameOf(statement.text);
    return name === undefined ? query(...args) : query({ ...statement, name }, ...args.slice(1));
  });
}
