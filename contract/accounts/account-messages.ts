export const ACCOUNT_MESSAGES = {
  premiumActive: 'Premium is active',
  premiumNotNeeded: 'You have Premium already. The money is in your wallet.',
  emailVerified: 'Your e-mail address is verified',
  verificationSent: 'Verification email sent successfully! Please check your inbox.',
} as const;
