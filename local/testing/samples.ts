import type { User } from '../../contract/accounts.ts';
import type { CreatedVoucher } from '../../contract/payment-vouchers.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Receipt } from '../../contract/wallet.ts';
import type { SavedAccount } from '../../contract/withdrawals.ts';

export const ULID_A = '01ARZ3NDEKTSV4RRFFQ69G5FAA';
export const CODE_A = '4829104467320';
export const ULID_B = '01ARZ3NDEKTSV4RRFFQ69G5FBB';

export const sampleVoucher = (overrides: Partial<VoucherDetail> = {}): VoucherDetail => ({
  id: 7,
  ulid: ULID_A,
  type: 'goodies',
  purpose: 'giveaway',
  amount: 5_000,
  currency: 'NGN',
  region: { key: 'nigeria', currency: 'NGN', currency_symbol: '₦' },
  network: 'N/A',
  reveal_method: 'views',
  views: 10,
  views_count: 10,
  first_reveal_views: 100,
  second_reveal_views: 200,
  remaining_time: null,
  final_reveal_time: null,
  masked_digits: 4,
  code: null,
  code_length: 13,
  masked_code: '48291*446*3**',
  ad_cover: null,
  cover: null,
  media_type: null,
  ad_url: null,
  ad_copy: null,
  creator: 'ada',
  creator_avatar: null,
  is_used: false,
  winner: null,
  winning_guess_number: null,
  status: 'active',
  is_private: false,
  entry_rule: 'everybody',
  created_at: '2026-01-01T00:00:00Z',
  completed_at: null,
  share_url: `https://goodies.test/v/${ULID_A}`,
  link_click_count: 0,
  entries_count: 0,
  enable_2fa: false,
  restrict_recipient: false,
  expires_at: null,
  commitment: null,
  can_guess: true,
  my_entries: 0,
  entry_cost: 0,
  wait_seconds: 0,
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
