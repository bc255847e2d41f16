import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { LockedError, takeLockFile } from './lock-file.ts';

describe('the lock file of the embedded database', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'goodies-lock-'));
    path = join(folder, 'lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names its process and is gone after release', () => {
    const release = takeLockFile(path);
    expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
    release();
    takeLockFile(path)();
  });

  it('is refused while another live process holds it', () => {
    writeFileSync(path, String(process.ppid));
    expect(() => takeLockFile(path)).toThrow(LockedError);
  });

  it.each(['999999999', 'garbage', ''])('is claimed from a dead process (%s)', (owner) => {
    writeFileSync(path, owner);
    takeLockFile(path)();
  });
});
