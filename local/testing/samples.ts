import type { MoneyLimit } from '../../contract/accounts/money-limits.ts';
import type { User } from '../../contract/accounts.ts';
import type { Analytics } from '../../contract/analytics.ts';
import type { Case } from '../../contract/cases.ts';
import type { CreatedVoucher } from '../../contract/payment-vouchers.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { SAMPLE_VOUCHER } from '../../contract/vouchers/sample-voucher.ts';
import type { PaymentMethod, Receipt, Transaction } from '../../contract/wallet.ts';
import type { SavedAccount } from '../../contract/withdrawals.ts';
import { type CaseReportRow, SINGLE, type UserRow } from '../rows.ts';

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

export const sampleTransaction = (overrides: Partial<Transaction> = {}): Transaction => ({
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
  ...overrides,
});

export const sampleReceipt = (): Receipt => ({
  ...sampleTransaction(),
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

export const sampleUserRow = (overrides: Partial<User> = {}): UserRow => ({
  key: SINGLE,
  user: sampleUser(overrides),
  subscription: null,
  fetchedAt: 1,
});

export const sampleMethod = (
  id: string,
  overrides: Partial<PaymentMethod> = {},
): PaymentMethod => ({
  id,
  value: id,
  name: id,
  icon: 'landmark',
  providers: [],
  default_for_region: false,
  provider: null,
  ...overrides,
});

export const sampleAnalytics = (overrides: Partial<Analytics> = {}): Analytics => ({
  total_views: 100,
  link_clicks: 0,
  uncounted_views: 0,
  uncounted_clicks: 0,
  total_guesses: 20,
  unique_participants: 10,
  unique_devices: 9,
  unique_networks: 4,
  correct_guesses: 0,
  engagement_rate: 20,
  click_through_rate: 0,
  guess_success_rate: 0,
  view_to_guess_ratio: 5,
  guesses_by_day: [],
  timezone: 'Africa/Lagos',
  recent_guesses: [],
  ...overrides,
});

export const sampleSavedAccount = (overrides: Partial<SavedAccount> = {}): SavedAccount => ({
  id: 'a',
  type: 'bank',
  currency: 'NGN',
  bank_name: 'Guaranty Trust Bank',
  account_name: 'Ada Obi',
  account_ending: '6789',
  last_used_at: '2026-01-01T00:00:00Z',
  ...overrides,
});

export const CASE_A = '1a2b3c4d-0000-4000-8000-000000000001';

export const sampleCase = (overrides: Partial<Case> = {}): Case => ({
  case_number: CASE_A,
  reference: 'wd_01',
  transaction_id: 't1',
  category: 'not_delivered',
  status: 'open',
  created_at: '2026-01-02T10:00:00Z',
  answer_by: '2026-01-03T10:00:00Z',
  decide_by: '2026-01-16T10:00:00Z',
  acknowledged_at: null,
  decided_at: null,
  outcome: null,
  messages: [
    { id: CASE_A, author: 'user', text: 'It never came', created_at: '2026-01-02T10:00:00Z' },
  ],
  ...overrides,
});

export const sampleCaseReport = (overrides: Partial<CaseReportRow> = {}): CaseReportRow => ({
  case_number: CASE_A,
  reference: 'wd_01',
  transactionId: 't1',
  category: 'not_delivered',
  text: 'It never came',
  userId: 1,
  createdAt: Date.parse('2026-01-02T10:00:00Z'),
  ...overrides,
});

export const sampleMoneyLimit = (overrides: Partial<MoneyLimit> = {}): MoneyLimit => ({
  currency: 'NGN',
  limit: 50_000,
  level_limit: 50_000,
  next_level_limit: 200_000,
  own_limit: null,
  next_own_limit: null,
  used: 20_000,
  left: 30_000,
  renews_at: '2100-01-01T23:00:00.000Z',
  ...overrides,
});
