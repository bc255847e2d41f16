import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { DEFENCES } from './defences.ts';

it.each(DEFENCES)('what stands against $against can be taken away', ({ file, line, test }) => {
  const source = readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8');
  expect(source.split(line)).toHaveLength(2);
  for (const named of test.split(' '))
    expect(existsSync(path.join(REPOSITORY_ROOT, named))).toBe(true);
});
