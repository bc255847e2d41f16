import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { render } from '../../../ui/test-render.ts';
import { StubFoot } from './stub-foot.tsx';

const refreshUser = vi.fn(async (_options: { readonly force: boolean }) => ({ ok: true }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) => call({ refreshUser }),
}));

function show(reason: string): void {
  refreshUser.mockClear();
  render(
    <AppRouter path="/" search="">
      <StubFoot voucher={sampleVoucher()} reason={reason} noteId="note" />
    </AppRouter>,
  );
}

test('a giveaway that takes a proved address hears of a link that was opened elsewhere once it is seen again', async () => {
  show(errorMessage('guess_unverified'));
  expect(refreshUser).toHaveBeenCalledTimes(1);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(refreshUser).toHaveBeenCalledTimes(2);
  expect(refreshUser).toHaveBeenCalledWith({ force: true });
});

test('another reason asks for nobody', () => {
  show(errorMessage('own_voucher'));
  expect(refreshUser).not.toHaveBeenCalled();
});
