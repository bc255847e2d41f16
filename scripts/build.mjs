/** `npm run build`: builds everything anew. */
import { buildParts } from './build-parts.mjs';

try {
  await buildParts({ force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
