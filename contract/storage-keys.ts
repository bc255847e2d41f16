export const DATABASE_NAME = 'goodies';

/** idb-keyval keys, which the page, the data worker and the service worker can all read. */
export const KEYS = {
  token: 'token',
  deviceId: 'device_id',
  deviceToken: 'device_token',
  pendingReferral: 'pending_referral_code',
  pendingSignUp: 'pending_sign_up',
  pendingVoucher: 'pending_voucher_id',
  giveawayDraft: 'giveaway_draft',
  giveawayDraftCover: 'giveaway_draft_cover',
  giveawayDraftOwner: 'giveaway_draft_owner',
  /** Rows from a damaged database, stored until it is rebuilt. */
  rescuedRows: 'rescued_rows',
} as const;

/** The next three are not in `KEYS`, so that signing out does not delete them. */
export const DATA_SAVER_KEY = 'data_saver';

export const TRAFFIC_KEY = 'traffic';

export const PUSHED_IDS_KEY = 'pushed_ids';

/** localStorage keys, which are readable before the first paint. */
export const LOCAL = {
  theme: 'theme',
  /** '1' while signed out; only a hint, because a user can change it. */
  unauthenticatedSession: 'unauthenticated_session',
  rememberedEmail: 'remembered_email',
  pendingVerificationEmail: 'pending_verification_email',
  passkeyOfferedAt: 'passkey_offered_at',
  pendingRedirect: 'pending_redirect_url',
  keptGuesses: 'kept_guesses',
  hasSignedIn: 'has_signed_in',
  hasActed: 'has_acted',
  installDismissedAt: 'install_dismissed_at',
  fcmInitialized: 'fcm_initialized',
  pushWelcomed: 'push_welcomed',
  pushDismissedAt: 'push_dismissed_at',
  hideBalance: 'hide_balance',
  dataSaver: 'data_saver',
} as const;

export const TAB = {
  googleLogin: 'google_login',
  pendingFollow: 'pending_follow',
  lostCode: 'lost',
  toldFaults: 'told_faults',
} as const;

export const CACHES = {
  covers: 'goodies-covers',
  documents: 'goodies-documents',
  /** A picture that another app has shared, until the page has read it. */
  shared: 'goodies-shared',
} as const;

export const SHARED_PICTURE = '/share/picture';

export const LOCKS = {
  outbox: 'goodies-outbox',
  viewsPoll: 'goodies-views-poll',
  detectRegion: 'goodies-detect-region',
  proveDevice: 'goodies-prove-device',
  arrival: 'goodies-arrival',
  storage: 'goodies-storage',
  session: 'goodies-session',
  stream: 'goodies-stream',
} as const;

export const OUTBOX_QUEUE = 'goodies-outbox';
export const OUTBOX_SYNC_TAG = `workbox-background-sync:${OUTBOX_QUEUE}`;

export const FOLLOWED_SYNC_TAG = 'goodies-followed';

export const EVENTS = {
  authStateChanged: 'auth-state-changed',
  regionUpdated: 'region-updated',
  premiumStatusChanged: 'premium-status-changed',
  newsHeard: 'news-heard',
} as const;
