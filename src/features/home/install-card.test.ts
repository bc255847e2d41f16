import { expect, it } from 'vitest';

import { installOfferOf, type InstallEnvironment } from './install-card.tsx';

const DISMISSED_AT = 1_000_000;
const THREE_DAYS_MS = 259_200_000;

const CHROMIUM: InstallEnvironment = {
  hasPrompt: true,
  isApple: false,
  isInstalled: false,
  hasActed: true,
  dismissedAtMs: 0,
  nowMs: DISMISSED_AT,
};
const IPHONE: InstallEnvironment = { ...CHROMIUM, hasPrompt: false, isApple: true };

it.each<[string, InstallEnvironment, ReturnType<typeof installOfferOf>]>([
  ['the browser’s prompt', CHROMIUM, 'prompt'],
  ['nothing where the browser has none', { ...CHROMIUM, hasPrompt: false }, undefined],
  ['nothing before a first deed', { ...CHROMIUM, hasActed: false }, undefined],
  ['the way by hand on an iPhone', IPHONE, 'by-hand'],
  ['nothing on an iPhone before a first deed', { ...IPHONE, hasActed: false }, undefined],
  ['nothing from the home screen', { ...IPHONE, isInstalled: true }, undefined],
  ['nothing just after it was put away', { ...CHROMIUM, dismissedAtMs: DISMISSED_AT }, undefined],
  [
    'nothing a moment before three days',
    { ...IPHONE, dismissedAtMs: DISMISSED_AT, nowMs: DISMISSED_AT + THREE_DAYS_MS - 1 },
    undefined,
  ],
  [
    'it again after three days',
    { ...CHROMIUM, dismissedAtMs: DISMISSED_AT, nowMs: DISMISSED_AT + THREE_DAYS_MS },
    'prompt',
  ],
  [
    'it again where it was put away by a clock that was ahead',
    { ...CHROMIUM, dismissedAtMs: DISMISSED_AT + 1, nowMs: DISMISSED_AT },
    'prompt',
  ],
])('offers %s', (_what, surroundings, offer) => {
  expect(installOfferOf(surroundings)).toBe(offer);
});
