import { describe, expect, test } from 'vitest';

import { USERNAME_PATTERN } from '../../../contract/accounts.ts';
import {
  emailFault,
  normaliseUsername,
  passwordFault,
  PASSWORD_RULE,
  usernameFault,
  usernameFaultSoFar,
  USERNAME_RULE,
} from './field-rules.ts';

describe('usernames', () => {
  test.each(['ada', 'adaobi_o', '12_34', 'a'.repeat(24), ' Ada '])('%j is one', (typed) => {
    expect(usernameFault(typed)).toBeUndefined();
    expect(normaliseUsername(typed)).toMatch(new RegExp(USERNAME_PATTERN));
  });

  test.each(['', 'ab', 'a'.repeat(25), 'ada obi', 'ada.obi', 'adé'])('%j is none', (typed) => {
    expect(usernameFault(typed)).toBeDefined();
    expect(normaliseUsername(typed)).not.toMatch(new RegExp(USERNAME_PATTERN));
  });

  test('while it is typed, a short one is let be and a wrong sign is not', () => {
    expect(usernameFaultSoFar('a')).toBeUndefined();
    expect(usernameFaultSoFar('a.')).toBe('Only a to z, 0 to 9 and _');
    expect(usernameFaultSoFar('a'.repeat(25))).toBe(USERNAME_RULE);
  });
});

test('an e-mail address is one, and what is none is told', () => {
  expect(emailFault(' ada.o+1@mail.co.ke ')).toBeUndefined();
  expect(emailFault('ada')).toBeDefined();
});

test('passwords have 8 to 128 characters, spaces among them', () => {
  expect(passwordFault('1234567')).toBe(PASSWORD_RULE);
  expect(passwordFault('1234567 ')).toBeUndefined();
  expect(passwordFault('x'.repeat(128))).toBeUndefined();
  expect(passwordFault('x'.repeat(129))).toBe('At most 128 characters');
});
