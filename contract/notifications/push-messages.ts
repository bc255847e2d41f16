/** What the app and the server say of push messages, letter for letter (spec 7.5 and 8). */
export const PUSH_MESSAGES = {
  tokenSaved: 'Token saved successfully',
  tokenDeleted: 'Token deleted',
  enabled: 'Notifications Enabled',
  failed: 'Notification Setup Failed',
} as const;
