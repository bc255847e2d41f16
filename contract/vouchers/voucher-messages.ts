export const VOUCHER_MESSAGES = {
  upgradeToSkip: 'Upgrade to premium to skip waiting!',
  win: '🎉 Congratulations! You won the voucher! 🎉',
  liveHint: 'One digit will be revealed at {views} views. Share to make it happen faster!',
  voucherUsed: 'Voucher used',
} as const;
