import { expect, test, vi } from 'vitest';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import { KNOWN_PROOF } from '../../../../local/testing/known-proof.ts';
import { render } from '../../../ui/test-render.ts';
import { FairnessReport } from './fairness-report.tsx';

vi.mock('./check-receipt.tsx', () => ({ CheckReceipt: () => null }));

const { voucher, proof } = KNOWN_PROOF;

function textOf(rules: string | undefined, verdict: Partial<Verdict>): string {
  if (!proof) throw new Error('no proof');
  const { container } = render(
    <FairnessReport
      voucher={voucher}
      proof={{ ...proof, rules: rules ?? proof.rules }}
      verdict={{ checks: [], hasFailed: false, proved: [], refuted: [], ...verdict }}
      isOffline={false}
    />,
  );
  return container.textContent;
}

test('how far a voucher is, is told of a proof that holds alone', () => {
  expect(textOf(undefined, {})).toContain('4 are still sealed.');
  expect(textOf('no rules', { hasFailed: true })).not.toContain('still sealed');
});
