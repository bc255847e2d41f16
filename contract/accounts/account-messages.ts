export const ACCOUNT_MESSAGES = {
  googleLoggedIn: 'You are logged in',
  googleSignedUp: 'Your account is ready',
  signedUpBefore: 'Your first try has arrived, with the address {email}',
  premiumActive: 'Premium is active',
  premiumNotNeeded: 'You have Premium already. The money is in your wallet.',
  pinSet: 'Your PIN is set',
  passkeyAdded: 'Fingerprint or face is set up on this device',
  passkeyRemoved: 'The passkey is removed',
  profileSaved: 'Saved',
  passwordChanged: 'Your password is changed. Other devices are logged out.',
  passwordMayBeChanged:
    'This is not your password. If your first try has arrived, it is the new one by now.',
  sessionRevoked: 'That device is logged out',
  accountDeleted: 'Your account is deleted',
  accountMayBeDeleted:
    'You are logged out. If your first try has arrived, your account is deleted by now.',
  noRateBetween: 'No exchange rate available between {a} and {b}. A fixed one is used.',
  regionChanged: 'Your region is now {name}',
  resetRequested: 'If an account has this address, a link to choose a new password is on its way.',
  passwordReset: 'Your password is changed. Log in with the new one.',
  passwordMayBeReset:
    'Your password may be changed already: try to log in with the new one. If that fails, ask for another link.',
  emailVerified: 'Your e-mail address is verified',
  verificationSent: 'Verification email sent successfully! Please check your inbox.',
  loggedOut: 'You are logged out',
  loggingIn: 'Logging you in...',
} as const;
