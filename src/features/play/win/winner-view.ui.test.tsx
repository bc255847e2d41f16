import { expect, test, vi } from 'vitest';

import { sampleUser, sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { WinnerView } from './winner-view.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('./share-win-card.tsx', () => ({ ShareWin: () => 'Share it' }));

const textOf = (told: { taken_back?: number }): string =>
  render(
    <WinnerView
      voucher={{ ...sampleVoucher({ amount: 1_000 }), ...told }}
      prize={{ amount: 1_000, user: sampleUser() }}
      ticket={null}
    />,
  ).container.textContent;

test('a prize that was taken back is said to be so, and is nothing to share', () => {
  expect(textOf({})).toContain('Share it');
  const text = textOf({ taken_back: 400 });
  expect(text).toContain('₦400 of it was taken back later');
  expect(text).not.toContain('Share it');
});
