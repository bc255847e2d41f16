import { expect, test, vi } from 'vitest';

import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { render } from '../../../../ui/test-render.ts';
import { QrVoucher } from './qr-voucher.tsx';
import { ShareGiveaway } from './share-giveaway.tsx';

vi.mock('../../../../shared/accounts/user.ts', () => ({ useUser: () => undefined }));

const noop = (): void => undefined;
const sheetOf = (changes: Parameters<typeof sampleCreated>[0]) => {
  const voucher = { ...sampleCreated(changes), fetchedAt: 0 };
  return <QrVoucher voucher={voucher} onDone={noop} onClose={noop} />;
};

test('what was used while it was shown is not to be handed over any more', () => {
  const { container, rerender } = render(sheetOf({}));
  expect(container.textContent).toContain('Whoever has this code can redeem the voucher.');
  rerender(sheetOf({ status: 'used', is_used: true }));
  expect(container.textContent).toBe('Voucher used');
  rerender(sheetOf({ status: 'expired' }));
  expect(container.textContent).toBe('This voucher has expired');
});

test('the slip says until when to the minute', () => {
  const { container } = render(sheetOf({ expires_at: new Date(2096, 10, 28, 9, 5).toISOString() }));
  expect(container.textContent).toContain('Valid until 28 Nov 2096, 09:05');
});

test('who can redeem it is said with what it takes', () => {
  const { container, rerender } = render(sheetOf({ enable_2fa: true }));
  expect(container.textContent).toContain(
    'Whoever has this code can redeem the voucher, with a release code that is sent to you.',
  );
  rerender(sheetOf({ recipient_email: 'kofi@goodies.test' }));
  expect(container.textContent).toContain('Only kofi@goodies.test can redeem this voucher.');
});

const giveaway = (changes: Parameters<typeof sampleCreated>[0]) => {
  const voucher = { ...sampleCreated({ purpose: 'giveaway', ...changes }), fetchedAt: 0 };
  return <ShareGiveaway voucher={voucher} onDone={noop} onClose={noop} />;
};

test('a giveaway that was won while it was shown is not to be shared any more', () => {
  const { container, rerender } = render(giveaway({}));
  expect(container.textContent).toContain('Share it, so that people find it.');
  rerender(giveaway({ status: 'completed' }));
  expect(container.textContent).toBe('This giveaway is over.');
});
