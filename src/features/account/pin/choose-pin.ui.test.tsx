import { act } from 'react';
import { expect, test } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import { ChoosePin } from './choose-pin.tsx';

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
])('a PIN pasted %s has its six digits', async (_, pasted) => {
  const { container } = render(<ChoosePin isUsed={false} onChosen={() => undefined} />);
  const field = container.querySelector('input');
  if (!field) throw new Error('no field');
  // As a browser pastes: cut to the longest that the field takes.
  const taken = field.maxLength < 0 ? pasted : pasted.slice(0, field.maxLength);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, taken);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field.value).toBe('246810');
});
