import { beforeEach, expect, test, vi } from 'vitest';

import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { KnownProof } from '../../../../local/queries/vouchers.ts';
import { KNOWN_PROOF } from '../../../../local/testing/known-proof.ts';
import { buttonNamed, click, one, render, settle, type, until } from '../../../ui/test-render.ts';
import { CheckedVoucher } from './checked-voucher.tsx';
import CheckPage from './check-page.tsx';

const ULID = KNOWN_PROOF.voucher.ulid;
let known: KnownProof | undefined;
let answer: Result<undefined>;
const refreshVoucher = vi.fn(async (_name: string) => answer);
const judgeProof = vi.fn(async () => ok({ hasFailed: false }));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: known }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) =>
    call({ refreshVoucher, refreshProof: async () => ok(undefined), judgeProof }),
}));

beforeEach(() => {
  known = undefined;
  answer = ok(undefined);
  refreshVoucher.mockClear();
  judgeProof.mockReset().mockResolvedValue(ok({ hasFailed: false }));
});

async function ask(text: string): Promise<HTMLElement> {
  const { container } = render(<CheckPage />);
  type(one(container, 'textarea'), text);
  click(buttonNamed(container, 'Check'));
  await settle();
  return container;
}

async function show(voucher: Partial<KnownProof['voucher']> = {}): Promise<HTMLElement> {
  known = { ...KNOWN_PROOF, voucher: { ...KNOWN_PROOF.voucher, ...voucher } };
  const { container } = render(<CheckedVoucher name={ULID} />);
  await settle();
  return container;
}

test('a lookalike is named, and nothing is asked of the server', async () => {
  const { textContent } = await ask('Win here: https://goodies-ng.com/v/1');
  expect(textContent).toContain('This is not a Goodies link.');
  expect(textContent).toContain('goodies-ng.com, which is made to look like ours');
  expect(refreshVoucher).not.toHaveBeenCalled();
});

test('a secret code is not looked up', async () => {
  for (const text of ['4829104467320', `${location.origin}/v/4829104467320`])
    expect((await ask(text)).textContent).toContain('These 13 digits are a secret code.');
  expect(refreshVoucher).not.toHaveBeenCalled();
});

test('a link of ours is asked for, and says what the real one holds', async () => {
  known = KNOWN_PROOF;
  const container = await ask(`${location.origin}/v/${ULID}`);
  await until(() => expect(container.textContent).toContain('is real.'));
  expect(refreshVoucher).toHaveBeenCalledWith(ULID, { force: true });
  expect(container.textContent).toContain(`@${KNOWN_PROOF.voucher.creator}`);
});

test('one that has ended says so, with its winner', async () => {
  const winner = { username: 'kofi', avatar: null };
  const { textContent } = await show({ status: 'completed', is_used: true, winner });
  expect(textContent).toContain('was real and has ended.');
  expect(textContent).toContain('Ended, won by @kofi');
});

test('one whose proof does not hold is no real one', async () => {
  judgeProof.mockResolvedValue(ok({ hasFailed: true }));
  const { textContent } = await show();
  expect(textContent).toContain('Its proof does not hold.');
  expect(textContent).not.toContain('is real.');
});

test.each([
  [
    { code: 'voucher_not_found', message: 'Voucher not found', status: 404 } as const,
    'There is no such voucher on Goodies.',
  ],
  [{ code: 'offline', message: 'You are offline' } as const, 'Go online to check'],
])('an answer that is no voucher is told apart: %s', async (failure, text) => {
  answer = fail(failure);
  const { container } = render(<CheckedVoucher name={ULID} />);
  await until(() => expect(container.textContent).toContain(text));
});
