import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { KEYPAD_ID, KEYPAD_PLACE } from '../../../../contract/document/early-guess.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { takeEarlyGuess } from '../../../platform/early-guess.ts';
import { buttonNamed, one } from '../../../ui/test-render.ts';
import { earlyKeypad } from './early-keypad.tsx';

const MASK = '48*0*17*369*5';

let isNarrow = true;
beforeEach(() => {
  isNarrow = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.earlyGuess;
  document.body.replaceChildren();
});

/** A voucher's document, in which `claim` was tapped already where `isTapped`. */
async function openDocument(isTapped = false, startsAt: string | null = null): Promise<void> {
  const voucher = { masked_code: MASK, masked_digits: 4, starts_at: startsAt } as const;
  const keypad = earlyKeypad(sampleVoucher(voucher));
  document.body.innerHTML =
    `<div ${KEYPAD_PLACE}></div><button data-guess ${isTapped ? 'data-tapped' : ''}></button>` +
    '<div tabindex="-1" data-ticket-action></div>' +
    `<template id="${KEYPAD_ID}" data-checking="Checking"><script type="text/plain"></script>${keypad}</template>`;
  vi.resetModules();
  await import('./early-keypad.script.ts');
}
const dialog = (): Element | null => document.querySelector('[role=dialog]');
const tap = (name: string): void => buttonNamed(document.body, name).click();
const key = (name: string): boolean =>
  one(document, '[role=dialog]').dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  );

test('shows what is typed, and leaves it for the app', async () => {
  await openDocument();
  expect(dialog()).toBeNull();
  window.earlyGuess?.show();
  expect(one(document, '[role=dialog]').textContent).toContain('Fill the 4 hidden digits');
  tap('7');
  tap('1');
  key('2');
  tap('Backspace');
  expect(one(document, 'input')).toHaveProperty('value', '4870117*369*5');
  expect(one(document, '[role=status]').textContent).toBe('2 left');
  expect(takeEarlyGuess()).toMatchObject({ guess: '4870117*369*5', isClaimed: false });
  expect(dialog()).toBeNull();
  expect(document.body.textContent).not.toContain('Claim');
});

test('is claimed with every place filled only, and takes no digit afterwards', async () => {
  await openDocument();
  window.earlyGuess?.show();
  const claim = one(document, 'body > [data-guess-control] [data-guess]');
  for (const digit of '712') tap(digit);
  claim.click();
  expect(window.earlyGuess?.isClaimed).toBe(false);
  for (const digit of '34') tap(digit);
  claim.click();
  tap('Backspace');
  expect(one(document, '[aria-live]').textContent).toBe('Checking');
  expect(takeEarlyGuess()).toMatchObject({ guess: '4870117236935', isClaimed: true });
});

test('closes, and nothing is left of it for the app', async () => {
  await openDocument(true);
  expect(dialog()).not.toBeNull();
  tap('7');
  key('Escape');
  expect(dialog()).toBeNull();
  expect(document.querySelector('[data-tapped]')).toBeNull();
  expect(document.activeElement).toBe(one(document, '[data-ticket-action]'));
  expect(takeEarlyGuess()).toBeUndefined();
});

test('opens for a tap that came before it, but not on a wide screen', async () => {
  isNarrow = false;
  await openDocument(true);
  expect(dialog()).toBeNull();
  expect(document.querySelector('[data-tapped]')).not.toBeNull();
});

test('does not open before the start, and does afterwards, in the same document', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-04T17:59:59.999Z'));
  await openDocument(true, '2026-12-04T18:00:00.000Z');
  window.earlyGuess?.show();
  expect(dialog()).toBeNull();
  now.mockReturnValue(Date.parse('2026-12-04T18:00:00.000Z'));
  window.earlyGuess?.show();
  expect(one(document, '[role=dialog]').textContent).toContain('Fill the 4 hidden digits');
  for (const digit of '7123') tap(digit);
  expect(document.querySelector('[data-guess-control] [aria-disabled]')).toBeNull();
  one(document, 'body > [data-guess-control] [data-guess]').click();
  expect(takeEarlyGuess()).toMatchObject({ isClaimed: true });
  now.mockRestore();
});

test.each([{ status: 'completed' as const }, { purpose: 'payment' as const }])(
  'is none for a voucher that takes no guess',
  (what) => expect(earlyKeypad(sampleVoucher(what))).toBe(''),
);
