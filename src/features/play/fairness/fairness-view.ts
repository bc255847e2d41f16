import { CODE_LENGTH } from '../../../../contract/constants.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import type { KnownProof } from '../../../../local/queries/vouchers.ts';
import type { ProofRow, VoucherRow } from '../../../../local/rows.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import type { RefreshState } from '../../../platform/live/use-refresh.ts';
import { plural } from '../../../ui/text/format-text.ts';

export type FairnessView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** Nothing on this device, and no way to ask. */
  | { readonly phase: 'not-saved' }
  /** The proof is here, but what checks it could not be fetched. */
  | { readonly phase: 'unchecked' }
  /** A payment voucher: it is not guessed, so nothing was promised. */
  | { readonly phase: 'no-game' }
  | {
      readonly phase: 'ready';
      readonly voucher: VoucherRow;
      readonly proof: ProofRow;
      readonly verdict: Verdict;
    };

/** What the screen shows, from what the device knows, what checking it found and how asking went. */
export function decideView(
  known: KnownProof | undefined,
  found: Result<Verdict | undefined> | undefined,
  refresh: RefreshState,
): FairnessView {
  if (known?.voucher.commitment === null) return { phase: 'no-game' };
  if (known?.proof) {
    const { voucher, proof } = known;
    if (found?.ok === false)
      return isOfNetwork(found.error)
        ? { phase: 'unchecked' }
        : { phase: 'failed', failure: found.error };
    return found?.value
      ? { phase: 'ready', voucher, proof, verdict: found.value }
      : { phase: 'loading' };
  }
  if (refresh.phase !== 'failed') return { phase: 'loading' };
  return isOfNetwork(refresh.error)
    ? { phase: 'not-saved' }
    : { phase: 'failed', failure: refresh.error };
}

/** How far the voucher is, in a sentence. */
export function progressText(
  proof: Pick<ProofRow, 'digits' | 'master'>,
  hiddenAtFirst: number,
): string {
  const opened = proof.digits.length - (CODE_LENGTH - hiddenAtFirst);
  if (proof.master !== null) return 'The voucher is over. Its whole code is open, and proved.';
  if (opened <= 0) return `No hidden digit has opened yet. ${hiddenAtFirst} are still sealed.`;
  const left = hiddenAtFirst - opened;
  return `${plural(opened, 'hidden digit has', 'hidden digits have')} opened so far, ${left} still sealed.`;
}
