import { expect, test } from 'vitest';

import { sampleVoucher } from '../../../local/testing/samples.ts';
import { render } from '../../ui/test-render.ts';
import { RevealFacts } from '../../features/play/ticket/voucher-facts.tsx';

const AT = new Date(2026, 10, 28, 18, 5);

test.each(['views', 'time'] as const)(
  'a giveaway by %s says until when it can be won',
  (method) => {
    const textOf = (expiresAt: string | null): string => {
      const voucher = sampleVoucher({
        reveal_method: method,
        remaining_time: AT.getTime() - 60_000,
        expires_at: expiresAt,
      });
      return render(<RevealFacts voucher={voucher} />).container.textContent;
    };
    expect(textOf(AT.toISOString())).toContain('Until 28 November 2026, 18:05');
    expect(textOf(null)).not.toContain('Until');
  },
);
