import { expect, it } from 'vitest';

import { pushHint } from './push-hint.ts';
import { pushStateOf, type PushSurroundings } from './push-state.ts';

const PHONE: PushSurroundings = {
  isSupported: true,
  isApple: false,
  isInstalled: false,
  isWrapped: false,
  permission: 'granted',
  savedAtMs: 1,
};
const none = { isSupported: false, permission: undefined, savedAtMs: 0 } as const;

it.each<[string, Partial<PushSurroundings>, string]>([
  ['turned on', {}, 'on'],
  ['never turned on', { savedAtMs: 0 }, 'off'],
  ['asked for nothing yet', { permission: 'default', savedAtMs: 0 }, 'off'],
  ['its permission was forgotten', { permission: 'default' }, 'off'],
  ['blocked', { permission: 'denied' }, 'blocked'],
  ['another browser', none, 'unsupported'],
  ['an iPhone’s browser', { ...none, isApple: true }, 'needs-install'],
  ['an old iPhone’s home screen', { ...none, isApple: true, isInstalled: true }, 'unsupported'],
  ['a wrapper on an iPhone', { ...none, isApple: true, isWrapped: true }, 'unsupported'],
  ['an iPhone’s home screen', { isApple: true, isInstalled: true, savedAtMs: 0 }, 'off'],
])('%s', (_what, facts, state) => {
  expect(pushStateOf({ ...PHONE, ...facts })).toBe(state);
});

it('says what can be done where it cannot be turned on', () => {
  expect(pushHint('needs-install')).toContain('Add to Home Screen');
  expect(pushHint('blocked')).toContain('Your browser blocks');
  expect(pushHint('off')).toBeUndefined();
  expect(pushHint('on')).toBeUndefined();
});

it('says where the server cannot push, and lets what is on be turned off', () => {
  for (const state of ['off', 'needs-install', 'blocked', 'unsupported'] as const)
    expect(pushHint(state, false)).toBe('Push messages are not available here.');
  expect(pushHint('on', false)).toBeUndefined();
});
