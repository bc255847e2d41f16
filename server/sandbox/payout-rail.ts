import type { PayoutRail } from '../disbursements/adapters/providers.ts';
import { createTransfers, ownerOf, SANDBOX, type TransferParts } from './transfers.ts';
import type { Currency } from '../../contract/money.ts';
import type { Bank } from '../../contract/withdrawals.ts';

export function createSandboxRail(parts: TransferParts): PayoutRail {
  const transfers = createTransfers(parts);
  return {
    name: SANDBOX,
    listBanks: (currency) => Promise.resolve(SANDBOX_BANKS[currency] ?? []),
    resolveAccount: (_currency, _bank, accountNumber) =>
      Promise.resolve(ownerOf(accountNumber, 'Account')),
    send: ({ reference, destination }) => transfers.send(reference, destination.accountNumber),
    find: ({ reference }) => transfers.find(reference),
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
