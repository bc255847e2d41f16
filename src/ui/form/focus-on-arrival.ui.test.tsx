import { afterEach, expect, test, vi } from 'vitest';

import { focusOnArrival } from './focus-on-arrival.ts';

afterEach(() => vi.unstubAllGlobals());

function arriveAt(tag: 'input' | 'button' | 'h2', hasTouch: boolean): boolean {
  vi.stubGlobal('matchMedia', () => ({ matches: hasTouch }));
  const element = document.createElement(tag);
  element.tabIndex = -1;
  document.body.append(element);
  focusOnArrival(element);
  return document.activeElement === element;
}

test.each([
  ['input', true, false],
  ['input', false, true],
  ['button', true, true],
  ['h2', true, true],
] as const)('a led-to %s on a touch screen (%s) has the focus: %s', (tag, hasTouch, focused) => {
  expect(arriveAt(tag, hasTouch)).toBe(focused);
});
