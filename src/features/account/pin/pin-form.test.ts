import { expect, it } from 'vitest';

import { pinFormFaults, pinRefusal } from './pin-form.ts';

const form = { pin: '246810', again: '246810', password: 'a-good-password' };

it.each([
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

it('shows a refusal beside its field', () => {
  expect(pinRefusal({ code: 'password_wrong', message: 'no' })).toEqual({ password: 'no' });
  expect(pinRefusal({ code: 'offline', message: 'no' })).toEqual({});
});
