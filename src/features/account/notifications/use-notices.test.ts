import { describe, expect, it } from 'vitest';

import type { Failure } from '../../../../contract/result.ts';
import type { NotificationRow } from '../../../../local/rows.ts';
import { noticesView } from './use-notices.ts';

const row: NotificationRow = {
  id: 1,
  kind: 'won',
  data: {},
  created_at: '2026-11-22T10:00:00.000Z',
  read_at: null,
  fetchedAt: 1,
};
const some = { rows: [row], hasMore: true, fetchedAt: 1 };
const none = { rows: [], hasMore: false, fetchedAt: 1 };
const failed = { phase: 'failed', error: { code: 'internal', message: 'No' } as Failure } as const;
const running = { phase: 'running' } as const;
const done = { phase: 'done' } as const;

describe('the notifications screen', () => {
  it.each([
    ['loads before the device has answered', undefined, false, running, false, 'loading'],
    ['loads while the first answer is on its way', undefined, true, running, false, 'loading'],
    ['loads on while an empty list is asked for anew', none, true, running, false, 'loading'],
    ['is empty', none, true, done, false, 'empty'],
    ['is empty where it was when the network went', none, true, failed, true, 'empty'],
    ['says that nothing is saved', undefined, true, failed, true, 'unsaved'],
    ['says that it failed', undefined, true, failed, false, 'failed'],
    ['shows what it has while it asks', some, true, running, false, 'list'],
    ['shows what it has offline', some, true, failed, true, 'list'],
  ] as const)('%s', (_, saved, isRead, refresh, isOffline, phase) => {
    expect(noticesView(saved, isRead, refresh, isOffline).phase).toBe(phase);
  });

  it('says why a list may be old, but not where the bar says it', () => {
    expect(noticesView(some, true, failed, false)).toMatchObject({ failure: 'No' });
    expect(noticesView(some, true, failed, true)).toMatchObject({ failure: undefined });
  });
});
