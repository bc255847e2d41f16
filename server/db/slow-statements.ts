import type pg from 'pg';

import { type Query, wrapQuery } from './recovering-pool.ts';

export interface SlowStatement {
  /** It is shortened and has no parameter values. */
  readonly statement: string;
  readonly ms: number;
}

export interface SlowStatements {
  readonly fromMs: number;
  readonly onSlow: (slow: SlowStatement) => void;
}

const MAX_CHARS = 1_000;

function textOf(statement: unknown): string {
  const text =
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? statement.text
      : statement;
  return String(text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHARS);
}

export function watchSlowStatements(
  client: pg.PoolClient,
  { fromMs, onSlow }: SlowStatements,
): void {
  wrapQuery(client, (query) => (...args) => {
    const begunMs = performance.now();
    const end = (): void => {
      const ms = performance.now() - begunMs;
      if (ms >= fromMs) onSlow({ statement: textOf(args[0]), ms: Math.round(ms) });
    };
    const last = args.at(-1);
    if (typeof last === 'function')
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        end();
        (last as Query)(...answer);
      });
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  });
}
