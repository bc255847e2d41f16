import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of what is written, 64; fewer are what a full disk or a power cut left of it. */
const MIN_CHARS = 32;

/**
 * The generated secret of a folder. Codes cannot be read without it, so it is made once and stored.
 * @throws Error where the file does not hold all of one: what is sealed with nothing anybody can open
 */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8').trim();
    if (kept.length >= MIN_CHARS) return kept;
    throw new Error(
      `${path} does not hold a whole secret: put back the one that it held, or delete it if nothing was stored yet`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('hex');
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return secret;
}
