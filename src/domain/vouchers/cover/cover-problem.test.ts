import { expect, it } from 'vitest';

import { coverProblem } from './cover-problem.ts';

it('takes pictures up to 5 MB and videos up to 25 MB', () => {
  expect(coverProblem({ type: 'image/avif', size: 5_000_000 })).toBeUndefined();
  expect(coverProblem({ type: 'image/png', size: 6_000_000 })).toBe('That is too large');
  expect(coverProblem({ type: 'video/mp4', size: 6_000_000 })).toBeUndefined();
  expect(coverProblem({ type: 'video/webm', size: 27_000_000 })).toBe('That is too large');
});

it('takes nothing else, and no cover at all', () => {
  expect(coverProblem({ type: 'application/x-msdownload', size: 1 })).toContain('JPEG');
  expect(coverProblem(undefined)).toBeUndefined();
});
