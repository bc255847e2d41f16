import { safeNextPath } from '../../../platform/routing/next-path.ts';
import { isForGuess } from './guess-reason.tsx';

/** `path` with the place to go to afterwards and the guess that waits there, where the query names them. */
export function withNext(path: string, query: URLSearchParams): string {
  const next = safeNextPath(query.get('next'));
  if (next === '/') return path;
  const reason = isForGuess(query) ? `&error=${query.get('error')}` : '';
  return `${path}?next=${encodeURIComponent(next)}${reason}`;
}
