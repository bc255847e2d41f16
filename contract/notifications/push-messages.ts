export const PUSH_MESSAGES = {
  tokenSaved: 'Token saved successfully',
  tokenDeleted: 'Token deleted',
  enabled: 'Notifications Enabled',
  failed: 'Notification Setup Failed',
} as const;
