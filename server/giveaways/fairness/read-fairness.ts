import type { FairnessAnswer } from '../../../contract/fairness.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { proveDigits } from '../../../contract/fairness/commitment.ts';
import { openCode } from '../../vouchers/voucher-secrets.ts';
import { isPublished } from '../../vouchers/present-voucher.ts';
import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import type { ReadMoneyTrail } from './read-money-trail.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { openMaster } from './giveaway-secrets.ts';

/**
 * What anyone needs to check a giveaway's commitment: proofs of the digits that are open now, and the master
 * key of all salts once it is completed; of a drawn lottery, the root over its entries; and where its money went.
 * @throws AppError `voucher_removed` for one the caller may not see or that has no commitment.
 */
export async function readFairness(
  deps: Pick<Deps, 'db' | 'secrets'>,
  ref: string,
  callerId: number | undefined,
  readMoneyTrail: ReadMoneyTrail,
): Promise<FairnessAnswer> {
  const { voucher } = await findVoucher(deps.db, ref, callerId);
  const { commitment, rulesJson, masterEncrypted, ulid } = voucher;
  if (commitment === null || rulesJson === null || masterEncrypted === null)
    throw new AppError('voucher_removed');
  const code = openCode(deps.secrets, ulid, voucher.codeEncrypted);
  const master = openMaster(deps.secrets, ulid, masterEncrypted);
  const open = [...voucher.maskedCode].flatMap((character, position) =>
    character === HIDDEN ? [] : [position],
  );
  const isOver = isPublished(voucher);
  return {
    success: true,
    commitment,
    rules: rulesJson,
    digits: proveDigits(ulid, code, master, open).map(({ path, ...digit }) => ({
      ...digit,
      path: [...path],
    })),
    master: isOver ? master.toString('hex') : null,
    code: isOver ? code : null,
    winning_guess_number: voucher.winningGuessNumber,
    entries_root: voucher.entriesRoot,
    entries_count: voucher.entriesRoot === null ? 0 : voucher.guessCount,
    money: await readMoneyTrail(voucher),
  };
}
