// `npm start` runs the server in this process, so that the server receives signals.
import { buildParts } from './build-parts.mjs';

try {
  await buildParts();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/main.js', import.meta.url).href);
