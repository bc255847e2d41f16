import { act, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { KnownProof } from '../../../../local/queries/vouchers.ts';
import { KNOWN_PROOF } from '../../../../local/testing/known-proof.ts';
import { render, settle } from '../../../ui/test-render.ts';
import { useVerdict } from './proved-code.tsx';

const judgeProof = vi.hoisted(() => vi.fn<(ulid: string) => Result<object>>());
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => call({ judgeProof }),
}));

const VERDICT = { checks: [], hasFailed: false, proved: [], refuted: [] };
const withVoucher = (change: Partial<KnownProof['voucher']>): KnownProof => ({
  ...KNOWN_PROOF,
  voucher: { ...KNOWN_PROOF.voucher, ...change },
});

function Probe({ known }: { readonly known: KnownProof }): ReactElement {
  const found = useVerdict(known);
  return <p>{found && (found.ok ? 'checked' : found.error.code)}</p>;
}

beforeEach(() => {
  judgeProof.mockReset().mockReturnValue(ok(VERDICT));
});

it('has a proof checked once, whatever else its row says, and again when a digit opens', async () => {
  const { rerender } = render(<Probe known={KNOWN_PROOF} />);
  rerender(<Probe known={withVoucher({ views: 91, fetchedAt: 9 })} />);
  await settle();
  expect(judgeProof).toHaveBeenCalledTimes(1);
  const opened = KNOWN_PROOF.voucher.masked_code.replace('*', '0');
  rerender(<Probe known={withVoucher({ masked_code: opened })} />);
  expect(judgeProof).toHaveBeenCalledTimes(2);
});

it('tries again when the network is back that it could not fetch the check without', async () => {
  const back = (): Promise<void> =>
    act(async () => void globalThis.dispatchEvent(new Event('online')));
  judgeProof.mockReturnValue(fail({ code: 'network', message: 'No network' }));
  const { container } = render(<Probe known={KNOWN_PROOF} />);
  await settle();
  expect(container.textContent).toBe('network');
  judgeProof.mockReturnValue(ok(VERDICT));
  await back();
  expect(container.textContent).toBe('checked');
  await back();
  expect(judgeProof).toHaveBeenCalledTimes(2);
});
