import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../lib/repository.ts';

/** Lines a hand-written style sheet may have; the linter holds scripts to the same number. */
export const MAX_STYLE_LINES = 400;

const HAND_WRITTEN = ['src/', 'bench/'];

/** `file: N lines` for each style sheet that is too long. */
export function findLongStyles(root: string): string[] {
  return listFiles(root)
    .filter((file) => file.endsWith('.css') && HAND_WRITTEN.some((at) => file.startsWith(at)))
    .map((file) => ({
      file,
      lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length,
    }))
    .filter(({ lines }) => lines > MAX_STYLE_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MAX_STYLE_LINES}`);
}
