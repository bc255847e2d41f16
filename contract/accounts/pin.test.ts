import { expect, it } from 'vitest';

import { isSimplePin } from './pin.ts';

it.each(['000000', '999999', '123456', '987654', '456789'])('%s is tried first', (pin) => {
  expect(isSimplePin(pin)).toBe(true);
});

it.each(['000001', '135790', '246813', '112233', '890123'])('%s is not', (pin) => {
  expect(isSimplePin(pin)).toBe(false);
});
