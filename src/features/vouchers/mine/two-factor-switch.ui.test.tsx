import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { sampleCreated } from '../../../../local/testing/samples.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { TwoFactorSwitch } from './two-factor-switch.tsx';

const asked: boolean[] = [];
let answer: (result: object) => void;

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (ask: (worker: object) => unknown) => {
    ask({ updateTwoFactor: (_: string, isOn: boolean) => asked.push(isOn) });
    return new Promise((resolve) => {
      answer = resolve;
    });
  },
}));

test('it is asked for once at a time, keeps the focus, and turns back where it is refused', async () => {
  const voucher = { ...sampleCreated({ enable_2fa: false }), fetchedAt: 0 };
  const { container } = render(<TwoFactorSwitch voucher={voucher} isOffline={false} />);
  const box = one(container, 'input') as HTMLInputElement;
  click(box);
  expect([box.checked, box.disabled]).toEqual([true, false]);
  expect(asked).toEqual([true]);
  await act(async () => answer({ ok: false, error: { code: 'network', message: 'No network' } }));
  expect(box.checked).toBe(false);

  click(box);
  click(box);
  click(box);
  expect(box.checked).toBe(true);
  expect(asked).toEqual([true, true]);
  await act(async () => answer({ ok: true }));
  expect(asked).toEqual([true, true, false]);
  await act(async () => answer({ ok: true }));
  expect(asked).toEqual([true, true, false, true]);
  expect(box.checked).toBe(true);
});

test('without it the code alone redeems the voucher, for whom it is meant', () => {
  const switchOf = (recipient: string | null) => {
    const voucher = sampleCreated({ enable_2fa: false, recipient_email: recipient });
    return <TwoFactorSwitch voucher={voucher} isOffline={false} />;
  };
  const { container, rerender } = render(switchOf(null));
  expect(container.textContent).toContain('The voucher code alone redeems it');
  rerender(switchOf('kofi@goodies.test'));
  expect(container.textContent).toContain(
    'kofi@goodies.test redeems it with the voucher code alone',
  );
});
