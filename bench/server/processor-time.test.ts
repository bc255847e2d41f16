import { expect, it } from 'vitest';

import { processTime } from './processor-time.ts';

it.runIf(process.platform === 'linux')('knows what this process has used, but for a tick', () => {
  const { user, system } = process.cpuUsage();
  const usedMs = (user + system) / 1000;
  expect(Math.abs(processTime(process.pid) - usedMs)).toBeLessThan(100);
});
