/** Every name under which something is kept or locked on a device, in one place. */

export const DATABASE_NAME = 'goodies';

/** idb-keyval keys: small values that the page, the data worker and the service worker all read. */
export const KEYS = {
  token: 'token',
  deviceId: 'device_id',
  /** What the device has proven, with the id that it is for. */
  deviceToken: 'device_token',
  pendingReferral: 'pending_referral_code',
  pendingSignUp: 'pending_sign_up',
  pendingVoucher: 'pending_voucher_id',
  /** A giveaway that is being written, and its cover, which is written once and not at every letter. */
  giveawayDraft: 'giveaway_draft',
  giveawayDraftCover: 'giveaway_draft_cover',
  /** Whose it is, once their session has expired. */
  giveawayDraftOwner: 'giveaway_draft_owner',
  /** What could be read of a damaged database, until it stands in the new one. */
  rescuedRows: 'rescued_rows',
} as const;

/** idb-keyval key of the data saver for the service worker: true where it is on. The device's: it stays on signing out. */
export const DATA_SAVER_KEY = 'data_saver';

/** idb-keyval key of how many bytes came over the network. Figures alone: they stay on signing out. */
export const TRAFFIC_KEY = 'traffic';

/** idb-keyval key of the push messages that were shown, for the service worker. Ids alone: it stays on signing out. */
export const PUSHED_IDS_KEY = 'pushed_ids';

/** localStorage keys: what the page must know before its first paint or keep across sign-outs. */
export const LOCAL = {
  /** 'light' or 'dark'; absent = as the system says. */
  theme: 'theme',
  /** '1' while signed out; absent while signed in. A hint for guards, never a permission. */
  unauthenticatedSession: 'unauthenticated_session',
  rememberedEmail: 'remembered_email',
  pendingVerificationEmail: 'pending_verification_email',
  /** Where a visitor was about to guess, for the verification mail's tab. */
  pendingRedirect: 'pending_redirect_url',
  /** Digits that a visitor has typed: JSON, from a voucher's ulid to them. */
  keptGuesses: 'kept_guesses',
  /** '1' once a user has signed in here. The device's: it stays on signing out. */
  hasSignedIn: 'has_signed_in',
  /** '1' once something was done here: installing is offered from then on. The device's: it stays on signing out. */
  hasActed: 'has_acted',
  installDismissedAt: 'install_dismissed_at',
  /** When this device last saved its push token, ms since the epoch; absent while push is off. */
  fcmInitialized: 'fcm_initialized',
  /** '1' once 'Notifications Enabled' was shown. The device's: it stays on signing out. */
  pushWelcomed: 'push_welcomed',
  /** When the offer of push messages was put away. */
  pushDismissedAt: 'push_dismissed_at',
  hideBalance: 'hide_balance',
  /** '1' where less data is to be loaded. The device's: it stays on signing out. */
  dataSaver: 'data_saver',
} as const;

/** sessionStorage keys: what a tab must still know on its next document. */
export const TAB = {
  /** The sign-in that it went to Google for. */
  googleLogin: 'google_login',
  /** The ulid of a giveaway that a visitor wants to follow, once they are signed in. */
  pendingFollow: 'pending_follow',
  /** How often the document was loaded anew for code that was lost on the way. */
  lostCode: 'lost',
  /** Places in the app's code whose faults were told: JSON. */
  toldFaults: 'told_faults',
} as const;

/** Cache Storage names of the service worker's runtime caches. The precache is Workbox's own. */
export const CACHES = {
  covers: 'goodies-covers',
  documents: 'goodies-documents',
} as const;

/** Web Locks. */
export const LOCKS = {
  outbox: 'goodies-outbox',
  viewsPoll: 'goodies-views-poll',
  detectRegion: 'goodies-detect-region',
  proveDevice: 'goodies-prove-device',
  arrival: 'goodies-arrival',
  storage: 'goodies-storage',
  /** Held while a session begins or ends. */
  session: 'goodies-session',
} as const;

/** Workbox queue that gives the tracking outbox its sync events, and the Background Sync tag it listens to. */
export const OUTBOX_QUEUE = 'goodies-outbox';
export const OUTBOX_SYNC_TAG = `workbox-background-sync:${OUTBOX_QUEUE}`;

/** Tag of the Periodic Background Sync that keeps the pages of followed vouchers fresh. */
export const FOLLOWED_SYNC_TAG = 'goodies-followed';

/** DOM events of the page. */
export const EVENTS = {
  authStateChanged: 'auth-state-changed',
  regionUpdated: 'region-updated',
  premiumStatusChanged: 'premium-status-changed',
  /** The server has something new, and what was fetched before is stale. */
  newsHeard: 'news-heard',
} as const;
