/** Texts of the specification around a giveaway. */
export const VOUCHER_MESSAGES = {
  shareLinkCopied: 'Share link copied to clipboard!',
  voucherLinkCopied: 'Voucher link copied to clipboard!',
  shareFailed: 'Failed to share voucher',
  copyFailed: 'Failed to copy link. Please copy manually.',
  creatorCopyFailed: 'Failed to copy link. Please try manually.',
  waitOver: 'You can try again now',
  waitShare:
    'Or share this giveaway with your friends & earn 50 coins you can use to skip waiting!',
  waitInEffect: 'Please wait before trying again. Rate limit in effect.',
  networkWhileWaiting: 'Network error, but rate limit still applies',
  upgradeToSkip: 'Upgrade to premium to skip waiting!',
  win: '🎉 Congratulations! You won the voucher! 🎉',
  winTitle: 'Congratulations! You won {amount}',
  winAction: 'Claim & Continue',
  digitRevealed: 'A digit has been revealed!',
  liveGuessFailed: 'Failed to submit your guess',
  liveLogin: 'Please log in to claim this voucher',
  liveHint: 'One digit will be revealed at {views} views. Share to make it happen faster!',
  revealed: 'Revealed',
  voucherUsed: 'Voucher used',
} as const;
