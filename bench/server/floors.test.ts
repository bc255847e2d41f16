import { expect, it } from 'vitest';

import { readLog } from './floors.ts';

it('reads what pgbench writes of each transaction', () => {
  expect(readLog('0 1 2500 0 1700000000 12\n1 1 1000 0 1700000000 13\n')).toEqual([2.5, 1]);
});
