/**
 * `npm start`: builds what is missing or out of date, then runs the server in this process,
 * so that signals reach it without a go-between.
 */
import { buildParts } from './build-parts.mjs';

try {
  await buildParts();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/main.js', import.meta.url).href);
