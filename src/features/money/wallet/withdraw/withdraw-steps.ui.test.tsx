import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import { sampleSavedAccount } from '../../../../../local/testing/samples.ts';
import { one, render } from '../../../../ui/test-render.ts';
import { WithdrawReview } from './withdraw-steps.tsx';

vi.mock('../../../../platform/connectivity.ts', () => ({ useConnectivity: () => 'offline' }));

test('a withdrawal is not sent without a network, after which it might have been taken', () => {
  const { container } = render(
    <WithdrawReview
      reviewed={{
        order: {
          amount: 500,
          fee: 10,
          currency: 'NGN',
          target: { kind: 'saved', account: sampleSavedAccount() },
        },
        accountName: 'Ada Obi',
      }}
      send={async () => undefined}
      correct={() => undefined}
    />,
  );
  expect((one(container, '[type=submit]') as HTMLButtonElement).disabled).toBe(true);
  expect(container.textContent).toContain(errorMessage('offline'));
});
