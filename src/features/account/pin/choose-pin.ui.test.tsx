import { expect, test, vi } from 'vitest';

import { buttonNamed, click, render, type } from '../../../ui/test-render.ts';
import { ChoosePin, pinFormFaults, pinRefusal } from './choose-pin.tsx';

const FIRST = {
  proof: 'password',
  isUsed: false,
  onChosen: () => undefined,
  onForgotten: () => undefined,
} as const;
const labels = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll('label')].map(({ textContent }) => textContent);

test('a password manager takes no PIN for the password of the account', () => {
  const { container } = render(<ChoosePin {...FIRST} />);
  const hidden = [...container.querySelectorAll<HTMLInputElement>('[type=password]')];
  expect(hidden.map(({ autocomplete }) => autocomplete)).toEqual([
    'one-time-code',
    'one-time-code',
    'current-password',
  ]);
});

test.each([
  ['with a space', '246 810'],
  ['in Arabic digits', '٢٤٦٨١٠'],
  ['out of a message', 'PIN: 246-810.'],
])('a PIN pasted %s has its six digits', (_, pasted) => {
  const { container } = render(<ChoosePin {...FIRST} />);
  const field = container.querySelector('input');
  if (!field) throw new Error('no field');
  // As a browser pastes: cut to the longest that the field takes.
  const taken = field.maxLength < 0 ? pasted : pasted.slice(0, field.maxLength);
  type(field, taken);
  expect(field.value).toBe('246810');
});

test('who has a PIN is asked for it and not for the password, and may have forgotten it', () => {
  const onForgotten = vi.fn<() => void>();
  const { container } = render(<ChoosePin {...FIRST} proof="old-pin" onForgotten={onForgotten} />);
  expect(labels(container)).toEqual(['Your PIN now', 'New PIN', 'New PIN once more']);
  click(buttonNamed(container, 'Forgotten?'));
  expect(onForgotten).toHaveBeenCalledOnce();
});

test('a mailed link takes the password beside the new PIN', () => {
  const { container } = render(<ChoosePin {...FIRST} proof="link" token="t" />);
  expect(labels(container)).toEqual(['New PIN', 'New PIN once more', 'Your password']);
});

const form = { oldPin: '', pin: '246810', again: '246810', password: 'a-good-password' };

test.each([
  [form, {}],
  [{ ...form, pin: '24681' }, { pin: 'Enter 6 digits' }],
  [{ ...form, pin: '111111' }, { pin: 'Choose a PIN that is harder to guess' }],
  [{ ...form, again: '246811' }, { again: 'The two PINs are not the same' }],
  [
    { ...form, pin: '', again: '', password: '' },
    { pin: 'Enter 6 digits', password: 'Enter your password' },
  ],
])('finds what is wrong with %o', (typed, faults) => {
  expect(pinFormFaults(typed, 'password')).toEqual(faults);
});

test('the old PIN has six digits, too, where it is asked for', () => {
  expect(pinFormFaults({ ...form, oldPin: '12', password: '' }, 'old-pin')).toEqual({
    oldPin: 'Enter 6 digits',
  });
});

test('shows a refusal beside its field', () => {
  expect(pinRefusal({ code: 'password_wrong', message: 'no' })).toEqual({ password: 'no' });
  expect(pinRefusal({ code: 'pin_wrong', message: 'no' })).toEqual({ oldPin: 'no' });
  expect(pinRefusal({ code: 'offline', message: 'no' })).toEqual({});
});
