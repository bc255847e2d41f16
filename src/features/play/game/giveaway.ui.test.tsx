import { act, useEffect, type ReactElement } from 'react';
import { expect, test } from 'vitest';

import type { VoucherDetail } from '../../../../contract/vouchers.ts';
import { CODE_A, sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { ownPrize, useDrawnShare, type DrawnShare } from './giveaway.tsx';

const MASK = '48291*446*3**';
let drawn: DrawnShare;

function Probe(overrides: Partial<VoucherDetail>): ReactElement {
  const current = useDrawnShare(sampleVoucher({ reveal_method: 'lottery', ...overrides }));
  useEffect(() => {
    drawn = current;
  });
  return <p>{current.share}</p>;
}
const waiting = <Probe my_entries={1} masked_code={MASK} />;
/** As the poll leaves it, before the result is fetched. */
const closed = <Probe my_entries={1} status="completed" masked_code={CODE_A} />;
const won = <Probe my_entries={1} status="completed" masked_code={CODE_A} own_share={333.34} />;

test('a share that is drawn while one watches is told once', () => {
  const { container, rerender } = render(waiting);
  rerender(closed);
  expect(container.textContent).toBe('');
  rerender(won);
  expect(drawn).toMatchObject({ share: 333.34, maskedCode: MASK });
  act(() => drawn.close());
  expect(container.textContent).toBe('');
  rerender(closed);
  rerender(won);
  expect(container.textContent).toBe('');
});

test('a caller without a share is told nothing', () => {
  const { container, rerender } = render(waiting);
  rerender(closed);
  expect(container.textContent).toBe('');
});

test('a lottery that was drawn before is not told again', () => {
  const { container, rerender } = render(won);
  expect(container.textContent).toBe('');
  // An older document, which knows no caller, comes before what the device has.
  rerender(<Probe masked_code={MASK} />);
  rerender(won);
  expect(container.textContent).toBe('');
});

const winner = { username: 'kofi', avatar: null };

test('a share of a lottery is what was paid, whoever is named', () => {
  expect(ownPrize(sampleVoucher({ own_share: 333.34 }), 'kofi')).toBe(333.34);
});

test('the winner that a list names has won all of it', () => {
  expect(ownPrize(sampleVoucher({ winner }), 'kofi')).toBe(5_000);
});

test('nobody else has won anything', () => {
  expect(ownPrize(sampleVoucher({ winner }), 'ada')).toBeUndefined();
  expect(ownPrize(sampleVoucher({ winner }), undefined)).toBeUndefined();
  expect(ownPrize(sampleVoucher(), undefined)).toBeUndefined();
});
