import { PROVE_EVERY_MS } from '../../contract/constants.ts';
import type { Deps } from '../deps.ts';
import { proveBooks } from './prove-books.ts';

const PROVE_BOOKS = 'prove-books';
/** A run that finds a fresh proof does nothing, so a new server has its first within minutes. */
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Proves the books once in an hour, however many nodes there are. */
export function registerTrustJobs(deps: Deps): void {
  deps.jobs.handle(PROVE_BOOKS, () => proveBooks(deps, PROVE_EVERY_MS), EVERY_FIVE_MINUTES);
}
