import { expect, test } from 'vitest';
import { Code } from './code.tsx';
import { one, render } from '../test-render.ts';

test('says how many digits are hidden and reads the places out', () => {
  const { container } = render(<Code maskedCode="48*0*17*369*5" />);
  const group = one(container, '[role=group]');
  expect(group.getAttribute('aria-label')).toBe('Voucher code. 4 of 13 digits hidden.');
  expect(group.firstElementChild?.textContent).toBe('4 8 blank 0 blank 1 7 blank 3 6 9 blank 5');
  expect(group.textContent).toContain('4 left');
});

test('while typing, each fill is announced', () => {
  const { container, rerender } = render(<Code maskedCode="48*0*" guess="48*0*" mode="typing" />);
  expect(one(container, '[role=status]').textContent).toBe('2 left');
  rerender(<Code maskedCode="48*0*" guess="4810*" mode="typing" />);
  expect(one(container, '[role=status]').textContent).toBe('1 left');
});
