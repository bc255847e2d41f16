import { expect, test, vi } from 'vitest';
import { Pills } from './pills.tsx';
import { click, render } from '../test-render.ts';

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
] as const;

test('exactly the chosen pill is pressed, and choosing another reports it', () => {
  const onChange = vi.fn();
  const { container } = render(
    <Pills label="Status" options={OPTIONS} value="pending" onChange={onChange} />,
  );
  const buttons = [...container.querySelectorAll('button')];
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  for (const button of buttons.slice(0, 1)) click(button);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('all');
});
