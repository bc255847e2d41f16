import { expect, it, vi } from 'vitest';

import { fail, ok } from '../../../contract/result.ts';
import { callWithProgress } from './call-with-progress.ts';

const lost = fail({ code: 'worker_failed', message: 'An error occurred. Please try again.' });
vi.mock('./data-worker.ts', () => ({ callWorker: async () => lost }));
vi.mock('comlink', () => {
  throw new Error('lost on the way');
});

it('ends in words where the code that starts the worker was lost', async () => {
  const progress = vi.fn<() => void>();
  expect(await callWithProgress(async () => ok('sent'), progress, 1_000)).toEqual(lost);
});
