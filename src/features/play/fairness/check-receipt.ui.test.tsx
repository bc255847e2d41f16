import { act, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';

import type { ReceiptKeysAnswer } from '../../../../contract/fairness.ts';
import { KNOWN_PROOF } from '../../../../local/testing/known-proof.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { click, one, render, type Rendered, settle, type } from '../../../ui/test-render.ts';
import { CheckReceipt } from './check-receipt.tsx';

type Key = ReceiptKeysAnswer['keys'][number];

const RECEIPT = 'signed with the newer key';
const keyOf = (kid: string): Key => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: '',
  kid,
  alg: 'EdDSA',
  use: 'sig',
});
const [FORMER, NEWER] = [keyOf('former'), keyOf('newer')];

const view = vi.hoisted(() => vi.fn<() => object>());
vi.mock('../../../shared/rewards/use-answer.ts', () => ({ useAnswer: view }));
vi.mock('./receipt.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  verifyReceipt: async (text: string, keys: readonly Key[]) => {
    if (text !== RECEIPT) return { outcome: 'unreadable' };
    if (!keys.some(({ kid }) => kid === 'newer')) return { outcome: 'unknown-key' };
    const claims = { voucher: KNOWN_PROOF.voucher.ulid, number: 41, code: '', created_at: 0 };
    return { outcome: 'genuine', claims };
  },
}));

const known = (keys: readonly Key[], failure?: object): void =>
  void view.mockReturnValue({ phase: 'ready', answer: { success: true, keys }, failure });

function page(): ReactElement {
  if (!KNOWN_PROOF.proof) throw new Error('no proof');
  return (
    <AppRouter path="/" search="">
      <CheckReceipt proof={KNOWN_PROOF.proof} />
    </AppRouter>
  );
}

/** Opens the fold, pastes the receipt and has it checked. */
async function check(): Promise<Rendered> {
  const rendered = render(page());
  const { container } = rendered;
  await act(async () => {
    const fold = one(container, 'details');
    fold.setAttribute('open', '');
    fold.dispatchEvent(new Event('toggle'));
  });
  type(one(container, 'input'), RECEIPT);
  await act(async () => click(one(container, 'button[type=submit]')));
  return rendered;
}

it('does not call a receipt false without a network, where its key may be newer than those of this phone', async () => {
  known([FORMER], { code: 'offline', message: 'You are offline' });
  const { container } = await check();
  expect(container.textContent).toContain('None of the keys on this phone has signed this receipt');
  expect(container.textContent).not.toContain('No key that Goodies publishes');
});

it('checks a receipt again once the key has come that signed it', async () => {
  known([FORMER]);
  const { container, rerender } = await check();
  expect(container.textContent).toContain('No key that Goodies publishes has signed this receipt');
  known([FORMER, NEWER]);
  rerender(page());
  await settle();
  expect(container.textContent).toContain('This receipt is genuine.');
  expect(container.textContent).not.toContain('No key that Goodies publishes');
});
