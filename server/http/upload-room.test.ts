import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { DAY_MS } from '../../contract/durations.ts';
import { createUploadRoom } from './upload-room.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goodies-uploads-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('takes away what is left of uploads of before, and is not kept from it by one that goes meanwhile', async () => {
  const [old, young, gone] = ['upload-old', 'upload-young', 'upload-gone'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  mkdirSync(old);
  mkdirSync(young);
  // Stands in the folder's list, and is not there when it is looked at.
  symlinkSync(path.join(folder, 'nowhere'), gone);
  const before = new Date(Date.now() - DAY_MS);
  utimesSync(old, before, before);
  await createUploadRoom(folder).clear();
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});
