import { expect, it } from 'vitest';

import { DEFAULT_CHANNELS, NOTICE_CHANNELS } from '../../../../contract/notifications/kinds.ts';
import { groupState, NOTICE_GROUPS, setGroup } from './notice-groups.ts';

const usual = Object.fromEntries(
  Object.entries(DEFAULT_CHANNELS).map(([kind, channels]) => [kind, [...channels]]),
);

it('shows no group as mixed to a user who has chosen nothing', () => {
  for (const group of NOTICE_GROUPS)
    for (const channel of NOTICE_CHANNELS)
      expect(groupState(group, channel, {}), `${group} ${channel}`).not.toBe('some');
});

it('shows where a kind goes that the phone knows nothing of, from a version before it', () => {
  const { purchase_ended: _, ...known } = usual;
  expect(groupState('money', 'push', known)).toBe('on');
});

it('says that a group is mixed', () => {
  expect(groupState('money', 'email', { ...usual, won: ['push'] })).toBe('some');
  expect(groupState('vouchers', 'email', { ...usual, digit_revealed: ['email'] })).toBe('some');
});

it('sets the events of a group together, and no other', () => {
  const off = setGroup('money', 'email', false, { ...usual, payment_settled: ['email'] });
  expect(groupState('money', 'email', off)).toBe('off');
  expect(off.won).toEqual(['in_app', 'push']);
  expect(off.payment_settled).toEqual([]);
  expect(off.case_decided).toEqual(DEFAULT_CHANNELS.case_decided);
  const on = setGroup('money', 'email', true, off);
  expect(groupState('money', 'email', on)).toBe('on');
  // Its processor mails a receipt already.
  expect(on.payment_settled).toEqual([]);
});

it('sets a channel that a group does not have by itself for all of its events', () => {
  const on = setGroup('vouchers', 'email', true, usual);
  expect(on.digit_revealed).toContain('email');
  expect(on.voucher_expired).toContain('email');
});

it('tells what is for security everywhere, also a user who had turned it off', () => {
  const next = setGroup('cases', 'push', false, { ...usual, release_code: ['email'] });
  expect(next.release_code).toEqual(DEFAULT_CHANNELS.release_code);
});
