import { expect, test, vi } from 'vitest';

import { readSharers } from '../../../../local/queries/vouchers.ts';
import { sampleUser, sampleVoucher } from '../../../../local/testing/samples.ts';
import { render, settle } from '../../../ui/test-render.ts';
import { WaitBanner } from './wait-banner.tsx';

let own: object | undefined;
const user = { user: sampleUser({ username: 'ada', points: 0 }) };
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: (read: unknown) => ({ phase: 'ready', data: read === readSharers ? { own } : user }),
}));
vi.mock('../../../platform/live/use-refresh.ts', () => ({
  useRefresh: () => [{}, () => undefined],
}));
vi.mock('../../../shared/accounts/user.ts', () => ({ useUser: () => user.user }));

async function open(): Promise<HTMLElement> {
  const banner = { untilMs: Date.now() + 60_000, onSkip: () => undefined, reason: undefined };
  const { container } = render(<WaitBanner voucher={sampleVoucher()} {...banner} />);
  await settle();
  return container;
}

test('a wait offers the coins of a share, and says when they come', async () => {
  const { textContent } = await open();
  expect(textContent).toContain('Share, earn 50 coins');
  expect(textContent).toContain('That may be after this wait ends.');
});

test('with coins enough to skip, those of a share are not waited for', async () => {
  user.user = sampleUser({ username: 'ada', points: 50 });
  const { textContent } = await open();
  expect(textContent).toContain('Skip for 50 coins');
  expect(textContent).not.toContain('after this wait ends');
  user.user = sampleUser({ username: 'ada', points: 0 });
});

test('coins that a voucher has paid are not offered again', async () => {
  own = { confirmed: 1, pending: 0, refused: [] };
  const { textContent } = await open();
  expect(textContent).not.toContain('Share, earn 50 coins');
  expect(textContent).toContain('Sharing it again earns no more.');
});
