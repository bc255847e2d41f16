import { beforeEach, expect, test, vi } from 'vitest';

import { ok } from '../../../../contract/result.ts';
import { sampleUser, sampleVoucher } from '../../../../local/testing/samples.ts';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { click, one, render, settle } from '../../../ui/test-render.ts';
import { FollowLine } from './follow-line.tsx';

let user: ReturnType<typeof sampleUser> | undefined;
vi.mock('../../../shared/accounts/user.ts', () => ({ useUser: () => user }));
vi.mock('../../../platform/session/session.ts', () => ({
  useSession: () => (user ? 'signed-in' : 'signed-out'),
}));
vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
const followVoucher = vi.fn(async (_ulid: string, isWanted: boolean) => ok(isWanted));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) => call({ followVoucher }),
}));

const voucher = sampleVoucher({ creator: 'kofi' });
const other = sampleVoucher({ creator: 'kofi', ulid: '01JD7Q4KZX0V9T3B5M8R2W6Y1D' });

beforeEach(() => {
  user = undefined;
  followVoucher.mockClear();
  clearToasts();
  sessionStorage.clear();
  history.replaceState(null, '', `/v/${voucher.ulid}`);
});

async function open(shown = voucher) {
  const { container } = render(<FollowLine voucher={shown} />);
  await settle();
  return container;
}

test('a visitor is told to sign in, and follows the giveaway once they are back, and once only', async () => {
  click(one(await open(), 'button'));
  expect(location.pathname).toBe('/signup');
  expect(new URLSearchParams(location.search).get('next')).toBe(`/v/${voucher.ulid}`);
  expect(toasts.get()).toMatchObject([{ message: 'Sign up or log in to follow this voucher' }]);

  user = sampleUser({ username: 'ada' });
  await open(other);
  expect(followVoucher).not.toHaveBeenCalled();
  await open();
  await open();
  expect(followVoucher.mock.calls).toEqual([[voucher.ulid, true]]);
});

test('nobody comes to follow their own', async () => {
  click(one(await open(), 'button'));
  user = sampleUser({ username: 'kofi' });
  expect((await open()).textContent).toBe('');
  expect(followVoucher).not.toHaveBeenCalled();
});

test('one that has not started says so of its start', async () => {
  user = sampleUser({ username: 'ada' });
  const container = await open(
    sampleVoucher({ creator: 'kofi', starts_at: '2100-01-01T00:00:00Z' }),
  );
  expect(container.textContent).toContain('Hear when it starts');
  click(one(container, 'button'));
  await settle();
  expect(toasts.get()).toMatchObject([{ message: 'We’ll tell you when it starts' }]);
});
