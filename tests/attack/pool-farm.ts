import { PLATFORM_FEE_BP } from '../../contract/constants.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import type { FarmAccount } from './accounts.ts';
import { AMOUNT, opensAt, postGiveaway, read } from './api.ts';
import { proveDevice } from './devices.ts';
import { sendGuess } from './send-guess.ts';

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

/** Who takes a pool. */
export interface PoolFarm {
  /** As many as share a pool. */
  readonly sharers: readonly FarmAccount[];
  /** Who comes through their links, one for each; nobody is signed in without them. */
  readonly visitors?: readonly FarmAccount[];
  /** Whom the creator, who belongs to the farm, tells the code. */
  readonly winner: FarmAccount;
}

/**
 * Comes to a voucher of the farm's own through the links of its accounts, with a proven device for each; then one of
 * its accounts, which knows the code, wins it with its first guess. Nobody else has shared it: that is the most that a
 * pool yields.
 */
export async function takePool(
  url: string,
  { sharers, visitors = [], winner }: PoolFarm,
): Promise<PoolOutcome> {
  const { ulid, code } = await postGiveaway(url, opensAt(1_000_000));
  const before = await nairaOfAll(url, sharers);
  let work = 0;
  for (const [index, { referralCode }] of sharers.entries()) {
    const device = await proveDevice(url, 0);
    work += device.work;
    const page = `${url}/api/v1/vouchers/${ulid}?referral_code=${referralCode}`;
    const headers = { ...device.headers, ...visitors[index]?.headers };
    await read(await fetch(page, { headers }));
  }
  const device = await proveDevice(url, 0);
  const headers = { ...device.headers, ...winner.headers };
  const won = await sendGuess(url, headers, { voucher_id: ulid, code });
  if (!won?.hasWon) throw new Error('the pool was not paid out');
  work += device.work + won.work;
  const taken = (await nairaOfAll(url, sharers)) - before;
  return { fee: (AMOUNT * PLATFORM_FEE_BP) / 10_000, taken, work };
}

async function nairaOfAll(url: string, accounts: readonly FarmAccount[]): Promise<number> {
  const balances = await Promise.all(accounts.map((account) => nairaOf(url, account)));
  return balances.reduce((sum, amount) => sum + amount, 0);
}
