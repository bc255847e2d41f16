import { describe, expect, test } from 'vitest';

import { emptyForm, formReducer, refusalOf, type FormState } from './form.machine.ts';

type Field = 'email' | 'password';
const EDITING = emptyForm<Field>();
const refused: FormState<Field> = {
  phase: 'editing',
  errors: { email: 'No', password: 'Too short' },
  message: 'Login failed',
};

describe('a form', () => {
  test('forgets what was wrong while it is sent', () => {
    expect(formReducer(refused, { type: 'send' })).toEqual({ phase: 'sending' });
  });

  test('is checking once the server has asked for work, and only while it is sent', () => {
    expect(formReducer<Field>({ phase: 'sending' }, { type: 'work' })).toEqual({
      phase: 'sending',
      isChecking: true,
    });
    expect(formReducer(refused, { type: 'work' })).toBe(refused);
  });

  test('shows what it was refused for', () => {
    const { errors, message } = refused;
    expect(formReducer<Field>({ phase: 'sending' }, { type: 'refuse', errors, message })).toEqual(
      refused,
    );
  });

  test('takes back what it said about a field that changes and about the whole, not about other fields', () => {
    expect(formReducer(refused, { type: 'edit', field: 'email' })).toEqual({
      phase: 'editing',
      errors: { password: 'Too short' },
      message: undefined,
    });
  });

  test('takes back what it said of the network when that is back, and nothing else then', () => {
    const cut = formReducer<Field>(EDITING, {
      type: 'refuse',
      errors: {},
      message: 'Network error occurred',
      isOfNetwork: true,
    });
    expect(formReducer(cut, { type: 'back' })).toMatchObject({ message: undefined });
    expect(formReducer(refused, { type: 'back' })).toBe(refused);
  });

  test('says at once what is wrong with a field', () => {
    expect(
      formReducer<Field>(EDITING, { type: 'edit', field: 'email', error: 'Not an address' }),
    ).toEqual({ ...EDITING, errors: { email: 'Not an address' } });
  });

  test('stays the same object when nothing changes, so that typing does not draw it anew', () => {
    expect(formReducer<Field>(EDITING, { type: 'edit', field: 'email' })).toBe(EDITING);
    const sending: FormState<Field> = { phase: 'sending' };
    expect(formReducer(sending, { type: 'edit', field: 'email', error: 'No' })).toBe(sending);
  });
});

describe('a failed answer', () => {
  const rules = {
    fields: { email: 'Enter an e-mail address', password: 'At least 8 characters' },
    codes: { username_taken: 'email' as const },
  };

  test('goes under the fields that it names, in words that help', () => {
    const failure = {
      code: 'validation_failed' as const,
      message: 'Please check the highlighted fields',
      fields: { email: ['must match pattern'], region: ['must be string'] },
    };
    expect(refusalOf<Field>(failure, rules)).toEqual({
      type: 'refuse',
      errors: { email: 'Enter an e-mail address' },
      message: undefined,
    });
  });

  test('goes under the field that its code is about, in its own words', () => {
    const failure = { code: 'username_taken' as const, message: 'This username is taken' };
    expect(refusalOf<Field>(failure, rules).errors).toEqual({ email: 'This username is taken' });
  });

  test('stands over the whole form otherwise', () => {
    const failure = { code: 'network' as const, message: 'Network error occurred' };
    expect(refusalOf<Field>(failure, rules)).toEqual({
      type: 'refuse',
      errors: {},
      message: 'Network error occurred',
    });
  });
});
