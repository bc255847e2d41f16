import type { User } from '../../contract/accounts.ts';
import type { CreatedVoucher } from '../../contract/payment-vouchers.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { SAMPLE_VOUCHER } from '../../contract/vouchers/sample-voucher.ts';
import type { Receipt } from '../../contract/wallet.ts';
import type { SavedAccount } from '../../contract/withdrawals.ts';

export const ULID_A = SAMPLE_VOUCHER.ulid;
export const CODE_A = '4829104467320';
export const ULID_B = '01ARZ3NDEKTSV4RRFFQ69G5FBB';

export const sampleVoucher = (overrides: Partial<VoucherDetail> = {}): VoucherDetail => ({
  ...SAMPLE_VOUCHER,
  ...overrides,
});

export const sampleCreated = (overrides: Partial<CreatedVoucher> = {}): CreatedVoucher => {
  const {
    can_guess: _guess,
    my_entries: _entries,
    entry_cost: _cost,
    wait_seconds: _wait,
    ...voucher
  } = sampleVoucher({ purpose: 'payment', masked_digits: 3, code: CODE_A });
  return { ...voucher, recipient_email: null, ...overrides };
};

export const sampleReceipt = (): Receipt => ({
  id: 't1',
  type: 'debit',
  transaction_type: 'withdrawal',
  status: 'pending',
  amount: 100,
  currency: 'NGN',
  reference: 'wd_01',
  description: 'Withdrawal',
  payment_method: 'bank',
  payment_gateway: null,
  metadata: { payment_gateway: null },
  created_at: '2026-01-01T00:00:00Z',
  from: { name: 'Wallet', detail: null },
  to: { name: 'Ada Obi', detail: null },
  lines: [{ label: 'Withdrawal', amount: 100 }],
  entries: [{ currency: 'NGN', amount: -100 }],
  voucher_ulid: null,
  token: null,
});

export const sampleUser = (overrides: Partial<User> = {}): User => ({
  id: 1,
  username: 'ada',
  email: 'ada@goodies.test',
  email_verified: true,
  avatar: null,
  points: 120,
  is_premium: false,
  region: 'nigeria',
  country_code: 'NG',
  hasMerchant: false,
  referral_code: 'ADA123',
  created_at: '2026-01-01T00:00:00Z',
  ...overrides,
});

export const sampleSavedAccount = (): SavedAccount => ({
  id: 'a',
  type: 'bank',
  currency: 'NGN',
  bank_name: 'Guaranty Trust Bank',
  account_name: 'Ada Obi',
  account_ending: '6789',
  last_used_at: '2026-01-01T00:00:00Z',
});
