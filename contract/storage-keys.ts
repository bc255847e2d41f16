/** Every name under which something is kept or locked on a device, in one place. */

export const DATABASE_NAME = 'goodies';

/** idb-keyval keys: small values that the page, the data worker and the service worker all read. */
export const KEYS = {
  token: 'token',
  deviceId: 'device_id',
  deviceToken: 'device_token',
  pendingReferral: 'pending_referral_code',
  pendingSignUp: 'pending_sign_up',
  pendingVoucher: 'pending_voucher_id',
  giveawayDraft: 'giveaway_draft',
  giveawayDraftCover: 'giveaway_draft_cover',
  /** Set when the owner's session has expired. */
  giveawayDraftOwner: 'giveaway_draft_owner',
  /** Rows read from a damaged database until it is rebuilt. */
  rescuedRows: 'rescued_rows',
} as const;

/** idb-keyval key; stays on signing out. */
export const DATA_SAVER_KEY = 'data_saver';

/** idb-keyval key; stays on signing out. */
export const TRAFFIC_KEY = 'traffic';

/** idb-keyval key; stays on signing out. */
export const PUSHED_IDS_KEY = 'pushed_ids';

/** localStorage keys: needed before the first paint or across sign-outs. */
export const LOCAL = {
  /** 'light' or 'dark'; absent = system. */
  theme: 'theme',
  /** '1' while signed out. A hint for guards, never a permission. */
  unauthenticatedSession: 'unauthenticated_session',
  rememberedEmail: 'remembered_email',
  pendingVerificationEmail: 'pending_verification_email',
  /** For the tab that the verification mail opens. */
  pendingRedirect: 'pending_redirect_url',
  /** JSON, by ulid. */
  keptGuesses: 'kept_guesses',
  /** Stays on signing out. */
  hasSignedIn: 'has_signed_in',
  /** Enables the install offer. Stays on signing out. */
  hasActed: 'has_acted',
  installDismissedAt: 'install_dismissed_at',
  /** ms since the epoch; absent while push is off. */
  fcmInitialized: 'fcm_initialized',
  /** Stays on signing out. */
  pushWelcomed: 'push_welcomed',
  pushDismissedAt: 'push_dismissed_at',
  hideBalance: 'hide_balance',
  /** Stays on signing out. */
  dataSaver: 'data_saver',
} as const;

/** sessionStorage keys. */
export const TAB = {
  googleLogin: 'google_login',
  pendingFollow: 'pending_follow',
  /** Reloads after lost code. */
  lostCode: 'lost',
  toldFaults: 'told_faults',
} as const;

/** Cache Storage names; the precache is Workbox's own. */
export const CACHES = {
  covers: 'goodies-covers',
  documents: 'goodies-documents',
} as const;

export const LOCKS = {
  outbox: 'goodies-outbox',
  viewsPoll: 'goodies-views-poll',
  detectRegion: 'goodies-detect-region',
  proveDevice: 'goodies-prove-device',
  arrival: 'goodies-arrival',
  storage: 'goodies-storage',
  session: 'goodies-session',
} as const;

/** Workbox queue and Background Sync tag of the tracking outbox. */
export const OUTBOX_QUEUE = 'goodies-outbox';
export const OUTBOX_SYNC_TAG = `workbox-background-sync:${OUTBOX_QUEUE}`;

/** Periodic Background Sync tag that refreshes followed vouchers. */
export const FOLLOWED_SYNC_TAG = 'goodies-followed';

export const EVENTS = {
  authStateChanged: 'auth-state-changed',
  regionUpdated: 'region-updated',
  premiumStatusChanged: 'premium-status-changed',
  newsHeard: 'news-heard',
} as const;
