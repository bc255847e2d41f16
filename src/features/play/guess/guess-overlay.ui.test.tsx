import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { buttonNamed, one, press, render, type } from '../../../ui/test-render.ts';
import { GuessOverlay } from './guess-overlay.tsx';
import { guessProblem, guessReducer, initialGuess, type GuessState } from './guess.machine.ts';
import type { Guessing } from './guess.machine.ts';

const MASK = '48*0*17*369*5';
const voucher = sampleVoucher({ masked_code: MASK, masked_digits: 4 });

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

const OPEN: GuessState = guessReducer(initialGuess(MASK), { type: 'opened' }, MASK);

interface OverlayProps {
  readonly start: GuessState;
  readonly entryCost?: number;
}

/** The overlay with its machine, without a server behind it. */
function Overlay({ start, entryCost = 0 }: OverlayProps): ReactElement {
  const [state, setState] = useState(start);
  const guessing: Guessing = {
    state,
    tries: [],
    open: () => undefined,
    claim: () => undefined,
    openToSkip: () => undefined,
    close: () => setState(guessReducer(state, { type: 'closed' }, MASK)),
    type: (guess) => setState(guessReducer(state, { type: 'typed', guess }, MASK)),
    submit: () => {
      const problem = guessProblem(state.guess, MASK);
      setState(guessReducer(state, { type: 'submitted', problem }, MASK));
    },
  };
  return (
    <GuessOverlay
      voucher={{ ...voucher, entry_cost: entryCost }}
      guessing={guessing}
      reason={undefined}
    />
  );
}

function show(start = OPEN) {
  const { container } = render(<Overlay start={start} />);
  const field = one(container, 'input') as HTMLInputElement;
  return { container, field };
}
const said = (container: HTMLElement): string | null => one(container, '[role=alert]').textContent;

const closed = vi.fn();
/** What was typed on the document's keypad, which is open. */
function leaveEarly(guess: string, isClaimed = false): void {
  window.earlyGuess = { guess, isOpen: true, isClaimed, show: () => undefined, close: closed };
}

test("goes on with what was typed on the document's keypad", () => {
  leaveEarly('4870*17*369*5');
  const { container, field } = show();
  expect(field.value).toBe('4870*17*369*5');
  expect(closed).toHaveBeenCalledOnce();
  expect(window.earlyGuess).toBeUndefined();
  expect(container.querySelector('[role=alert]')).toBeNull();
});

test('sends what was claimed there, once', () => {
  leaveEarly('4870117236935', true);
  const { container } = show();
  expect(container.querySelector('[role=status]')?.textContent).toBe('Checking…');
});

test('a digit that opened since takes the place of what was typed', () => {
  leaveEarly('5870117236935');
  expect(show().field.value).toBe('4870117236935');
});

test('there is one field, it has a name and the focus', () => {
  const { container, field } = show();
  expect(container.querySelectorAll('input')).toHaveLength(1);
  expect(field.getAttribute('aria-label')).toBe('Your guess');
  expect(document.activeElement).toBe(field);
  expect(one(container, '[role=dialog]').getAttribute('aria-labelledby')).not.toBeNull();
});

test('keys fill the first open place, Backspace opens the last one again, letters do nothing', () => {
  const { field } = show();
  press(field, '2');
  press(field, '9');
  press(field, 'x');
  expect(field.value).toBe('4820917*369*5');
  press(field, 'Backspace');
  expect(field.value).toBe('4820*17*369*5');
});

test('Enter without digits, then with some, says what is missing as an alert', () => {
  const { container, field } = show();
  press(field, 'Enter');
  expect(said(container)).toBe('Please enter your guess');
  press(field, '2');
  expect(container.querySelector('[role=alert]')).toBeNull();
  press(field, 'Enter');
  expect(said(container)).toBe('Please replace all 3 asterisks with your guess');
});

test('known digits that were written over come back, and what is too long is cut', () => {
  const { field } = show();
  // As a screen reader or another keyboard writes: the whole text at once.
  type(field, '9921345678901234');
  expect(field.value).toBe('4820317636905');
});

test('while a guess is being checked it cannot be sent again or changed', () => {
  const { container, field } = show({ phase: 'processing', guess: MASK, isSkipping: false });
  press(field, '7');
  press(field, 'Enter');
  expect(field.value).toBe(MASK);
  expect(field.readOnly).toBe(true);
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull();
  const statuses = [...container.querySelectorAll('[role=status]')];
  expect(statuses.map(({ textContent }) => textContent)).toContain('Checking…');
});

test('a wrong guess is said as an alert, and cannot be sent meanwhile', () => {
  const { container } = show({ phase: 'wrong', guess: '4829046736935', message: 'Try again' });
  expect(said(container)).toBe('Try again');
  expect(buttonNamed(container, /Claim/).disabled).toBe(true);
});

test('what sending it costs is said before', () => {
  const headOf = (start: GuessState, entryCost: number): string | null | undefined => {
    const { container } = render(<Overlay start={start} entryCost={entryCost} />);
    const id = one(container, '[role=dialog]').getAttribute('aria-labelledby') ?? '';
    return document.getElementById(id)?.textContent;
  };
  expect(headOf(OPEN, 0)).toBe('Fill the 4 hidden digits');
  // The number is the server's own.
  expect(headOf(OPEN, 75)).toBe('Fill the 4 hidden digits, for 75 coins');
});

test('Esc closes', () => {
  const { container, field } = show();
  press(field, 'Escape');
  expect(one(container, 'input').getAttribute('readonly')).not.toBeNull();
});
