import { expect, test } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import type { AnalyticsRow } from '../../../local/rows.ts';
import { decideSaved } from './use-refresh.ts';

const ROW = { ulid: '01JD7Q4K' } as AnalyticsRow;
const failed = (error: Partial<Failure>) =>
  ({ phase: 'failed', error: { code: 'network', message: 'No', ...error } }) as const;

test('what was saved shows while the server is asked, and when it cannot be', () => {
  const saved = { isRead: true, row: ROW };
  expect(decideSaved(saved, { phase: 'running' })).toMatchObject({ phase: 'ready', row: ROW });
  expect(decideSaved(saved, failed({}))).toMatchObject({
    phase: 'ready',
    failure: { code: 'network' },
  });
});

test.each([403, 404])('a refusal with %i hides what was saved', (status) => {
  expect(decideSaved({ isRead: true, row: ROW }, failed({ status }))).toMatchObject({
    phase: 'failed',
    failure: { status },
  });
});

test('with nothing saved it waits for both, the device and the server', () => {
  const nothing = { isRead: true, row: undefined };
  expect(decideSaved(nothing, { phase: 'running' })).toEqual({ phase: 'loading' });
  expect(decideSaved({ ...nothing, isRead: false }, failed({}))).toEqual({ phase: 'loading' });
  expect(decideSaved(nothing, failed({}))).toMatchObject({ phase: 'failed' });
});
