import { expect, it } from 'vitest';

import type { ToldKind } from '../../../../contract/notifications/kinds.ts';
import { isKnownKind, withoutSpentCode } from './notice-row.tsx';

const data = { code: '482913', username: 'kofi', expires_at: '2026-11-22T10:10:00.000Z' };
const at = (time: string): Date => new Date(`2026-11-22T${time}Z`);

it('shows a release code until it expires', () => {
  expect(withoutSpentCode(data, at('10:09:59.999')).code).toBe('482913');
  expect(withoutSpentCode(data, at('10:10:00.000'))).toEqual({
    username: 'kofi',
    expires_at: data.expires_at,
  });
  expect(withoutSpentCode({ coins: 50 }, at('10:00:00.000'))).toEqual({ coins: 50 });
});

it('leaves out what only a later version has words for', () => {
  expect(isKnownKind({ kind: 'announcement' })).toBe(true);
  expect(isKnownKind({ kind: 'of_tomorrow' as ToldKind })).toBe(false);
});
