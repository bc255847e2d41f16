import { beforeEach, expect, test, vi } from 'vitest';

import type { VoucherDetail } from '../../../../contract/vouchers.ts';
import { sampleVoucher, ULID_A } from '../../../../local/testing/samples.ts';
import { click, one, render, settle } from '../../../ui/test-render.ts';
import { LotterySide } from './lottery-side.tsx';

const asked: unknown[][] = [];
let answer: object;
const worker = {
  refreshEntries: async (...args: unknown[]) => {
    asked.push(args);
    return answer;
  },
};

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (to: typeof worker) => unknown) => call(worker),
}));
const saved = vi.hoisted(() => ({ entries: undefined as object | undefined }));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: (read: { readonly name: string }) => ({
    phase: 'ready',
    data: read.name === 'readEntries' ? saved.entries : undefined,
  }),
}));

beforeEach(() => {
  saved.entries = undefined;
  asked.length = 0;
  answer = { ok: true, value: undefined };
});

const side = (overrides: Partial<VoucherDetail> = {}) => (
  <LotterySide
    voucher={sampleVoucher({ reveal_method: 'lottery', entries_count: 2, ...overrides })}
    sharers={null}
  />
);

test('entries are asked for anew with each new one, and when the draw opens them', async () => {
  const { container, rerender } = render(side());
  const [, entries] = container.querySelectorAll<HTMLElement>('[role=tab]');
  if (entries) click(entries);
  await settle();
  expect(asked).toEqual([[ULID_A, 1, { force: true }]]);
  rerender(side({ views: 11 }));
  expect(asked).toHaveLength(1);
  rerender(side({ entries_count: 3 }));
  expect(asked).toHaveLength(2);
  rerender(side({ entries_count: 3, status: 'completed' }));
  expect(asked).toHaveLength(3);
  await settle();
});

test('a page that cannot be fetched keeps the focus on the way to it, and leads back', async () => {
  answer = { ok: false, error: { code: 'offline', message: 'No network' } };
  const { container } = render(side({ entries_count: 41 }));
  const [, entries] = container.querySelectorAll<HTMLElement>('[role=tab]');
  if (entries) click(entries);
  const page = (number: number) => one(container, `button[aria-label="Page ${number}"]`);
  const third = page(3);
  third.focus();
  click(third);
  await settle();
  expect(one(container, '[role=alert], [role=status]').textContent).toContain('No network');
  expect([page(3), document.activeElement]).toEqual([third, third]);
  click(page(1));
  expect(asked.at(-1)).toEqual([ULID_A, 1, { force: true }]);
  await settle();
});

test('a lottery that is drawn is not spoken of as one that still may be entered', async () => {
  saved.entries = { total: 0, lastPage: 1, entries: [] };
  const own = { number: 7, code: '4829104467321', created_at: '2026-01-02T03:04:05.678Z' };
  const { container, rerender } = render(side({ own_entries: [own] }));
  const [, entries] = container.querySelectorAll<HTMLElement>('[role=tab]');
  if (entries) click(entries);
  await settle();
  const [yet, hidden] = [
    'Nobody has entered yet.',
    'Nobody else sees your digits before the draw.',
  ];
  expect(container.textContent).toContain(yet);
  expect(container.textContent).toContain(hidden);
  rerender(side({ own_entries: [own], status: 'completed' }));
  await settle();
  expect(container.textContent).toContain('No entries.');
  expect(container.textContent).not.toContain(yet);
  expect(container.textContent).not.toContain(hidden);
});
