import { expect, test } from 'vitest';

import { sampleCase } from '../../../../local/testing/samples.ts';
import { casesView } from './use-cases.ts';

const RUNNING = { phase: 'running' } as const;
const DONE = { phase: 'done' } as const;
const FAILED = {
  phase: 'failed',
  error: { code: 'cases_failed', message: 'Failed to load your cases' },
} as const;
const none = (fetchedAt?: number) => ({ rows: [], fetchedAt });

test.each([
  ['nothing is read yet', undefined, RUNNING, false, 'loading'],
  ['nothing was ever fetched', none(), RUNNING, false, 'loading'],
  ['nothing was ever fetched, offline', none(), FAILED, true, 'unsaved'],
  ['the first fetch failed', none(), FAILED, false, 'failed'],
  ['there are none', none(1), DONE, false, 'empty'],
  ['there were none, offline', none(1), FAILED, true, 'empty'],
] as const)('where %s', (_, read, refresh, isOffline, phase) => {
  expect(casesView(read, refresh, isOffline).phase).toBe(phase);
});

test('what is known stays, with why it could not be refreshed', () => {
  const read = { rows: [sampleCase()], fetchedAt: undefined };
  expect(casesView(read, FAILED, false)).toMatchObject({
    phase: 'list',
    failure: FAILED.error.message,
  });
  expect(casesView(read, FAILED, true)).toMatchObject({ phase: 'list', failure: undefined });
});
