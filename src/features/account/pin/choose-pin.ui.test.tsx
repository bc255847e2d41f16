import { expect, test } from 'vitest';

import { render, type } from '../../../ui/test-render.ts';
import { ChoosePin, pinFormFaults, pinRefusal } from './choose-pin.tsx';

test('a password manager takes no PIN for the password of the account', () => {
  const { container } = render(<ChoosePin isUsed={false} onChosen={() => undefined} />);
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
  const { container } = render(<ChoosePin isUsed={false} onChosen={() => undefined} />);
  const field = container.querySelector('input');
  if (!field) throw new Error('no field');
  // As a browser pastes: cut to the longest that the field takes.
  const taken = field.maxLength < 0 ? pasted : pasted.slice(0, field.maxLength);
  type(field, taken);
  expect(field.value).toBe('246810');
});

const form = { pin: '246810', again: '246810', password: 'a-good-password' };

test.each([
  [form, {}],
  [{ ...form, pin: '24681' }, { pin: 'Enter 6 digits' }],
  [{ ...form, pin: '111111' }, { pin: 'Choose a PIN that is harder to guess' }],
  [{ ...form, again: '246811' }, { again: 'The two PINs are not the same' }],
  [
    { pin: '', again: '', password: '' },
    { pin: 'Enter 6 digits', password: 'Enter your password' },
  ],
])('finds what is wrong with %o', (typed, faults) => {
  expect(pinFormFaults(typed)).toEqual(faults);
});

test('shows a refusal beside its field', () => {
  expect(pinRefusal({ code: 'password_wrong', message: 'no' })).toEqual({ password: 'no' });
  expect(pinRefusal({ code: 'offline', message: 'no' })).toEqual({});
});
