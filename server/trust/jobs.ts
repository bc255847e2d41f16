import { PROVE_EVERY_MS } from '../../contract/constants.ts';
import type { Deps } from '../deps.ts';
import { proveBooks } from './prove-books.ts';
import { readTrust } from './read-trust.ts';

const PROVE_BOOKS = 'prove-books';
/** A run that finds a fresh proof does nothing, so a new server has its first within minutes. */
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Proves the books once in an hour, however many nodes there are. */
export async function proveBooksWhenDue(deps: Deps): Promise<void> {
  const last = await readTrust(deps.db);
  const ageMs = last ? deps.clock.now() - Date.parse(last.proved_at) : Infinity;
  if (ageMs >= PROVE_EVERY_MS) await proveBooks(deps);
}

export function registerTrustJobs(deps: Deps): void {
  deps.jobs.handle(PROVE_BOOKS, () => proveBooksWhenDue(deps), EVERY_FIVE_MINUTES);
}
