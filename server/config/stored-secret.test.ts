import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { keptSecret } from './stored-secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'goodies-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('is made once', () => {
  const made = keptSecret(dataDir);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(keptSecret(dataDir)).toBe(made);
});

it.each([
  ['nothing', ''],
  ['a part', '4f1c'],
])(
  'is refused where %s of it was written: codes would be sealed with what anybody guesses',
  (_what, kept) => {
    writeFileSync(join(dataDir, 'secret'), kept);
    expect(() => keptSecret(dataDir)).toThrow(join(dataDir, 'secret'));
  },
);
