import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { click, one, render } from '../test-render.ts';

test('while loading it says so, stays focusable and lets neither click nor submit through', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" loading={loading} loadingLabel="Checking" onClick={onClick}>
        Claim
      </Button>
    </form>
  );
  const { container } = render(form(true));
  const button = one(container, 'button');
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(button.textContent).toContain('Checking');
  click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('announced as disabled, it still takes a click, to be told why', () => {
  const onClick = vi.fn();
  const { container } = render(
    <Button aria-disabled onClick={onClick}>
      Claim
    </Button>,
  );
  const button = one(container, 'button');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('otherwise a click goes through', () => {
  const onClick = vi.fn();
  const { container } = render(<Button onClick={onClick}>Claim</Button>);
  click(one(container, 'button'));
  expect(onClick).toHaveBeenCalledTimes(1);
});
