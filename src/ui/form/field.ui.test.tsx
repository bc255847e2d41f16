import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { one, render } from '../test-render.ts';

test('the label, the help and the control belong together', () => {
  const { container } = render(
    <Field label="E-mail" help="We write once">
      <Input type="email" />
    </Field>,
  );
  const input = one(container, 'input');
  expect(one(container, 'label').getAttribute('for')).toBe(input.id);
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('We write once');
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('an error takes the place of the help and marks the control', () => {
  const { container } = render(
    <Field label="E-mail" help="We write once" error="Please enter a valid email address">
      <Input type="email" />
    </Field>,
  );
  const input = one(container, 'input');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Please enter a valid email address');
  expect(container.textContent).not.toContain('We write once');
});

test('without help or error nothing is described', () => {
  const { container } = render(
    <Field label="E-mail">
      <Input />
    </Field>,
  );
  expect(one(container, 'input').hasAttribute('aria-describedby')).toBe(false);
});
