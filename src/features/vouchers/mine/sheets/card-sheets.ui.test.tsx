import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { clearToasts, toasts } from '../../../../platform/toast-store.ts';
import { buttonNamed, click, one, render, settle } from '../../../../ui/test-render.ts';
import type { OpenSheet, VoucherSheetProps } from './card-sheet.ts';
import { CardSheets } from './card-sheets.tsx';

const cover = vi.hoisted(() => ({ finish: (): void => undefined }));
vi.mock('./change-cover.tsx', () => ({
  ChangeCover: ({ onDone }: VoucherSheetProps): ReactElement => {
    cover.finish = onDone;
    return <p>Sending</p>;
  },
}));

const call = vi.hoisted(() => ({ answer: (_result: object): void => undefined }));
vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: () =>
    new Promise((resolve) => {
      call.answer = resolve;
    }),
}));

vi.mock('../../../../platform/session/session.ts', () => ({
  readSession: async () => 'signed-in',
}));

const voucher: CreatedVoucherRow = { ...sampleCreated(), fetchedAt: 1 };
const onClose = vi.fn<() => void>();
const onChanged = vi.fn<() => void>();
const sheets = (sheet: OpenSheet | undefined): ReactElement => (
  <CardSheets sheet={sheet} voucher={voucher} onClose={onClose} onChanged={onChanged} />
);
const of = (kind: OpenSheet['kind']): OpenSheet => ({ kind, ulid: voucher.ulid });
const tap = (container: HTMLElement, name: string): void =>
  click(buttonNamed(one(container, 'dialog[open]'), name));
const USED = { code: 'voucher_used', message: 'This voucher has already been used', status: 409 };

test('a cover that is done after its sheet was closed leaves the next one open', async () => {
  const { rerender } = render(sheets(of('cover')));
  await settle();
  rerender(sheets(undefined));
  rerender(sheets(of('split')));
  act(() => cover.finish());
  expect(onClose).not.toHaveBeenCalled();
  expect(onChanged).toHaveBeenCalledOnce();
});

test('a voucher that is being cancelled keeps its sheet open until it is said what came of it', async () => {
  const { container } = render(sheets(of('cancel')));
  const dialog = one(container, 'dialog[open]');
  expect(one(dialog, 'h2').textContent).toBe('Take back');
  tap(container, 'Take back');
  tap(container, 'Keep it');
  click(one(dialog, 'button[aria-label=Close]'));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => call.answer({ ok: false, error: USED }));
  expect(dialog.textContent).toContain(USED.message);
  click(one(dialog, 'button[aria-label=Close]'));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['was split on another device', 2_000, 'Voucher cancelled. ₦2,000 is back in your wallet.'],
  ['was cancelled unpaid, whose answer was lost', 0, 'Voucher cancelled.'],
])('of a voucher that %s it is said what came back', async (_since, amount, said) => {
  clearToasts();
  const { container } = render(sheets(of('cancel')));
  tap(container, 'Take back');
  await act(async () => call.answer({ ok: true, value: { amount, currency: 'NGN' } }));
  expect(toasts.get().map(({ message }) => message)).toEqual([said]);
});

test('a giveaway that was won before its sheet was seen again is not called live', () => {
  const won = { ...voucher, purpose: 'giveaway' as const, status: 'completed' as const };
  const { container } = render(
    <CardSheets sheet={of('live')} voucher={won} onClose={onClose} onChanged={onChanged} />,
  );
  const dialog = one(container, 'dialog[open]');
  expect(one(dialog, 'h2').textContent).toBe('Share giveaway');
  expect(dialog.textContent).toContain('This giveaway is over.');
});

test('who has left the vouchers before one was cancelled is told why it was not', async () => {
  clearToasts();
  const { container, rerender } = render(sheets(of('cancel')));
  tap(container, 'Take back');
  rerender(null);
  await act(async () => call.answer({ ok: false, error: USED }));
  expect(toasts.get()).toMatchObject([
    { kind: 'error', message: 'Cancelling the voucher: not done', detail: USED.message },
  ]);
});
