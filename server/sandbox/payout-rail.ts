import { eq } from 'drizzle-orm';

import { dateOf, type Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sandboxTransfers } from '../db/schema/sandbox.ts';
import type { PayoutRail, ProviderResponse } from '../disbursements/adapters/providers.ts';
import { fateOf, type NumberFate } from './number-endings.ts';
import type { Currency } from '../../contract/money.ts';
import type { Bank } from '../../contract/withdrawals.ts';

export const SANDBOX_RAIL = 'sandbox';

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
}

type State = (typeof sandboxTransfers.$inferSelect)['state'];

const UNKNOWN = '0404';
const STATES = { succeeds: 'paid', fails: 'failed', waits: 'processing' } as const satisfies Record<
  NumberFate,
  State
>;

export function createSandboxRail({ db, clock }: Parts): PayoutRail {
  const find = async (reference: string): Promise<ProviderResponse> => {
    const [transfer] = await db
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.reference, reference));
    if (!transfer) return { state: 'unknown' };
    return { state: transfer.state, providerReference: `sandbox-${reference}` };
  };
  return {
    name: SANDBOX_RAIL,
    listBanks: (currency) => Promise.resolve(SANDBOX_BANKS[currency] ?? []),
    resolveAccount: (_currency, _bank, accountNumber) =>
      Promise.resolve(
        accountNumber.endsWith(UNKNOWN) ? undefined : `Test Account ${accountNumber.slice(-4)}`,
      ),
    async send({ reference, destination }) {
      const state = STATES[fateOf(destination.accountNumber)];
      await db
        .insert(sandboxTransfers)
        .values({ reference, state, createdAt: dateOf(clock) })
        .onConflictDoNothing({ target: sandboxTransfers.reference });
      return find(reference);
    },
    find: ({ reference }) => find(reference),
  };
}

const bank = (code: string, name: string): Bank => ({ type: 'bank', code, name });
const phone = (code: string, name: string): Bank => ({ type: 'mobile_money', code, name });

const SANDBOX_BANKS: Readonly<Partial<Record<Currency, readonly Bank[]>>> = {
  NGN: [
    bank('044', 'Access Bank'),
    bank('070', 'Fidelity Bank'),
    bank('011', 'First Bank of Nigeria'),
    bank('058', 'Guaranty Trust Bank'),
    bank('50211', 'Kuda Bank'),
    bank('50515', 'Moniepoint MFB'),
    bank('999992', 'OPay'),
    bank('999991', 'PalmPay'),
    bank('033', 'United Bank for Africa'),
    bank('057', 'Zenith Bank'),
  ],
  GHS: [
    phone('ATL', 'AT Money'),
    phone('MTN', 'MTN MoMo'),
    phone('VOD', 'Telecel Cash'),
    bank('280100', 'Access Bank'),
    bank('130100', 'Ecobank Ghana'),
    bank('040100', 'GCB Bank'),
    bank('240100', 'Fidelity Bank Ghana'),
  ],
  KES: [
    phone('MPESA', 'M-PESA'),
    bank('11', 'Co-operative Bank'),
    bank('68', 'Equity Bank'),
    bank('01', 'KCB Bank'),
    bank('07', 'NCBA Bank'),
  ],
};
