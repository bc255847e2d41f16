import { expect, test } from 'vitest';

import { buttonNamed, one, render, click } from '../../../ui/test-render.ts';
import { TriesLine } from './tries-line.tsx';

const codes = (...ends: string[]): string[] =>
  ends.map((end) => `48${end.charAt(0)}0${end.charAt(1)}`);
const views = { masked_code: '48*0*', reveal_method: 'views' } as const;

test('few are said, and nothing without any', () => {
  expect(render(<TriesLine voucher={views} tries={[]} />).container.textContent).toBe('');
  const { container } = render(<TriesLine voucher={views} tries={codes('29', '11')} />);
  expect(container.textContent).toContain('You tried 29, 11');
  expect(container.querySelector('button')).toBeNull();
});

test('of many the newest are said, and a count opens the others', () => {
  const lottery = { ...views, reveal_method: 'lottery' } as const;
  const tries = codes('29', '11', '07', '33', '90');
  const { container } = render(<TriesLine voucher={lottery} tries={tries} />);
  expect(container.textContent).toContain('You entered 29, 11, 07 and 2 more');
  click(buttonNamed(container, /and 2 more/));
  const list = one(container, 'dialog ul');
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '29',
    '11',
    '07',
    '33',
    '90',
  ]);
});
