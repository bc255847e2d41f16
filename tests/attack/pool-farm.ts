import { PLATFORM_FEE_BP, TOP_SHARERS } from '../../contract/constants.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import type { FarmAccount } from './accounts.ts';
import { AMOUNT, logIn, opensAt, post, postGiveaway, read } from './api.ts';
import { proveDevice } from './devices.ts';

/** What a farm got of a pool, major units of naira. */
export interface PoolOutcome {
  readonly fee: number;
  readonly taken: number;
  readonly work: number;
}

const nairaOf = async (url: string, { headers }: FarmAccount): Promise<number> => {
  const path = `${url}/api/v1/wallet/balances`;
  const { data } = await read<BalancesAnswer>(await fetch(path, { headers }));
  return data.wallets['NGN']?.amount ?? 0;
};

/**
 * Comes to a voucher through the links of the farm's own accounts, as many as share a pool, with a proven device
 * for each; then somebody else wins it. Nobody else has shared it: that is the most that a pool yields.
 */
export async function takePool(
  url: string,
  accounts: readonly FarmAccount[],
): Promise<PoolOutcome> {
  const { ulid, code } = await postGiveaway(url, opensAt(1_000_000));
  const sharers = accounts.slice(0, TOP_SHARERS);
  let work = 0;
  for (const { referralCode } of sharers) {
    const device = await proveDevice(url, 0);
    work += device.work;
    const page = `${url}/api/v1/vouchers/${ulid}?referral_code=${referralCode}`;
    await read(await fetch(page, { headers: device.headers }));
  }
  const win = { voucher_id: ulid, code };
  await read(await post(url, '/api/v1/vouchers/submit', win, await logIn(url, 'kofi')));
  const balances = await Promise.all(sharers.map((sharer) => nairaOf(url, sharer)));
  const taken = balances.reduce((sum, amount) => sum + amount, 0);
  return { fee: (AMOUNT * PLATFORM_FEE_BP) / 10_000, taken, work };
}
