import { expect, test } from 'vitest';

import { render } from '../../ui/test-render.ts';
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
