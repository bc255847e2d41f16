/** `npm run build` builds everything; with `--stale` only what is missing or out of date. */
import { buildParts } from './build-parts.mjs';

try {
  await buildParts({ force: !process.argv.includes('--stale') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
