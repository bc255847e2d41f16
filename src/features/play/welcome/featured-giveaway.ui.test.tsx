import { expect, test, vi } from 'vitest';

import { sampleVoucher, ULID_B } from '../../../../local/testing/samples.ts';
import type { Voucher } from '../../../../contract/vouchers.ts';
import type { Seed } from '../../../../contract/document/seed.ts';
import { SeedContext } from '../../../platform/document.ts';
import { render, settle } from '../../../ui/test-render.ts';
import FeaturedGiveawayPage from './featured-giveaway-page.tsx';

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: () => new Promise(() => undefined),
}));
const saved = vi.hoisted(() => ({ featured: [] as Voucher[] }));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () =>
    saved.featured.length === 0
      ? { phase: 'loading' }
      : { phase: 'ready', data: { rows: saved.featured } },
}));

async function textOf(voucher: Seed['voucher']): Promise<string> {
  const seed: Seed = voucher ? { voucher } : {};
  const { container } = render(
    <SeedContext value={seed}>
      <FeaturedGiveawayPage />
    </SeedContext>,
  );
  await settle();
  return container.textContent;
}

test('a visitor reads whose guesses the giveaway takes before they sign up', async () => {
  expect(await textOf(sampleVoucher())).toContain(
    'Fill the hidden digits. The first correct guess wins.',
  );
  expect(await textOf(sampleVoucher({ entry_rule: 'verified' }))).toContain(
    'For people with a verified e-mail. The first correct guess wins.',
  );
  const lottery = sampleVoucher({ entry_rule: 'aged', reveal_method: 'lottery' });
  expect(await textOf(lottery)).toContain(
    'For verified accounts older than a week. All correct guesses share the prize.',
  );
});

test('one that was won since it was featured here gives its place to the next', async () => {
  const won = sampleVoucher({ status: 'completed', is_used: true, amount: 7_000 });
  saved.featured = [won, sampleVoucher({ ulid: ULID_B, amount: 8_000 })];
  const text = await textOf(undefined);
  saved.featured = [];
  expect(text).toContain('Claim ₦8,000');
  expect(text).not.toContain('Claim ₦7,000');
});
