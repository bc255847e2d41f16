import { expect, test } from 'vitest';

import { sampleCreated } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { QrVoucher } from './qr-voucher.tsx';

test('the slip says until when to the minute', () => {
  const created = sampleCreated({ expires_at: new Date(2026, 10, 28, 9, 5).toISOString() });
  const voucher = { ...created, fetchedAt: 0 };
  const noop = (): void => undefined;
  const { container } = render(<QrVoucher voucher={voucher} onDone={noop} onClose={noop} />);
  expect(container.textContent).toContain('Valid until 28 Nov 2026, 09:05');
});
