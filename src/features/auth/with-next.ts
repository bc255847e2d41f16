import { safeNextPath } from '../../platform/routing/next-path.ts';

/** `path` with the place to go to afterwards, where the query names one. */
export function withNext(path: string, query: URLSearchParams): string {
  const next = safeNextPath(query.get('next'));
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
