import { expect, test, vi } from 'vitest';

import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { buttonNamed, click, one, render, until } from '../../../../ui/test-render.ts';
import { PrintSheet } from './print-sheet.tsx';

const voucher = (number: number, changes: Parameters<typeof sampleCreated>[0] = {}) => ({
  ...sampleCreated({
    ulid: `01JD7Q4KZX0V9T3B5M8R2W6Y${number}C`,
    code: `447190288613${number}`,
    ...changes,
  }),
  fetchedAt: 0,
});

let stored: readonly ReturnType<typeof voucher>[];
vi.mock('../../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: stored }),
}));

async function open(vouchers: typeof stored) {
  stored = vouchers;
  const { container } = render(<PrintSheet open onClose={() => undefined} />);
  await until(() => one(container, 'ul'));
  return container;
}
const slips = (container: HTMLElement): (string | null)[] =>
  [...one(container, 'ul').children].map(({ textContent }) => textContent);

test('each chosen voucher has a slip with its code, amount, end and link', async () => {
  const end = new Date(2096, 10, 28, 9, 5).toISOString();
  const container = await open([voucher(1, { expires_at: end }), voucher(2)]);
  const [first, second] = slips(container);
  // Both were made in the same moment.
  expect(first).toContain('No. 8R2W6Y1C,');
  expect(second).toContain('No. 8R2W6Y2C');
  expect(first).toContain('4471 9028 86131');
  expect(first).toContain('until 28 Nov 2096, 09:05');
  expect(first).toContain('/v/4471902886131');
  expect(second).toContain('4471 9028 86132');
  expect(container.querySelectorAll('ul svg path').length).toBeGreaterThan(0);
});

test('who holds one back does not print it, and nothing prints what has ended', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const past = new Date(2020, 1, 1).toISOString();
  const container = await open([voucher(1), voucher(2), voucher(3, { expires_at: past })]);
  expect(slips(container)).toHaveLength(2);
  const [first] = container.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
  if (first) click(first);
  expect(slips(container)).toHaveLength(1);
  click(buttonNamed(container, /Print 1 voucher/));
  expect(print).toHaveBeenCalledOnce();
  click(buttonNamed(container, 'Choose all'));
  expect(slips(container)).toHaveLength(2);
  click(buttonNamed(container, 'Choose none'));
  expect(buttonNamed(container, /Print 0/).disabled).toBe(true);
  vi.unstubAllGlobals();
});
