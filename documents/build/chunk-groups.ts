import type { Rolldown } from 'vite';

/** What Rolldown tells of a module while it makes chunks. */
type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters'>;
type GetInfo = (id: string) => ModuleInfo | null;

const FEATURES = 'src/features';
const RATES = 'src/shared/rates';

/** What is fetched for itself, by the name of its chunk: files and folders, from the root of the repository. */
type Roots = Readonly<Record<string, readonly string[]>>;

/**
 * What anybody may open. A page that visitors land on is named by its file, so that what it needs on demand is not
 * part of it.
 */
const OPEN: Roots = {
  welcome: [`${FEATURES}/play/welcome/welcome-page.tsx`],
  featured: [`${FEATURES}/play/welcome/featured-giveaway-page.tsx`],
  game: [`${FEATURES}/play/game/voucher-page.tsx`],
  live: [`${FEATURES}/play/live/live-page.tsx`],
  /** What an amount is worth in the currency of who looks: home has it at once, a voucher's page on demand. */
  worth: [
    `${FEATURES}/play/game/converted-prize.tsx`,
    `${RATES}/viewer-rates.ts`,
    `${RATES}/worth-note.tsx`,
  ],
  /** Follows every page as soon as it is hydrated. */
  startup: [
    'src/platform/live/live-query.ts',
    'src/app/after-start.ts',
    'src/app/shell/toasts/toast-item.tsx',
    'src/app/shell/support-link.ts',
    'src/app/shell/footer/footer.tsx',
    'src/app/not-found-page.tsx',
  ],
  /** Starts the data worker, beside the database's code, which the worker fetches as well. */
  worker: ['src/platform/worker/start-data-worker.ts'],
  /** Follows a voucher's page, so that a tap finds it there. */
  play: [
    `${FEATURES}/play/guess/guess-overlay.tsx`,
    `${FEATURES}/play/guess/guess-tray.tsx`,
    `${FEATURES}/play/guess/wait-banner.tsx`,
    `${FEATURES}/play/win/win-dialog.tsx`,
    `${FEATURES}/play/ticket/proved-code.tsx`,
    `${FEATURES}/play/video/video-player.tsx`,
    `${FEATURES}/play/game/follow-line.tsx`,
    `${FEATURES}/play/game/lottery-side.tsx`,
    `${FEATURES}/play/game/sharer-rows.tsx`,
  ],
  /** What people read when something fails: much text, which the first page does without. */
  errors: ['contract/errors.ts'],
  /** For iPhones, by a tap. */
  install: [`${FEATURES}/home/install-steps.tsx`],
  /** What is told of a phone that is full or fails. */
  device: [
    'src/app/shell/device',
    'src/platform/storage/hear-worker.ts',
    'src/platform/storage/keep-storage.ts',
    'src/platform/storage/recover-storage.ts',
  ],
  practice: [`${FEATURES}/play/welcome/practice-game.tsx`],
  /** For the few who win. */
  win: [`${FEATURES}/play/win/winner-view.tsx`],
  fairness: [`${FEATURES}/play/fairness`],
  /** What other apps share with this one, and what reads it. */
  share: [`${FEATURES}/info/share/share-page.tsx`, 'src/shared/payment-vouchers/read-scanned.ts'],
  /** For the few pages that fail. */
  faults: ['src/app/watch/send-fault.ts'],
  /** Follows every start, once its data is there. */
  later: [
    'src/app/background-work.ts',
    'src/platform/traffic/keep-thrift.ts',
    'src/shared/push/push-marks.ts',
  ],
  account: [`${FEATURES}/account/auth`],
  trust: [`${FEATURES}/rewards/trust`],
  /** Texts, most of which are read in their documents. */
  help: [`${FEATURES}/info/about/help`],
  legal: [`${FEATURES}/info/about/legal`],
  about: [`${FEATURES}/info/about`],
  /** Follows home and the featured giveaway once they are scrolled down. */
  prizes: ['src/shared/rewards/prize-feed.tsx'],
};

/** What only people who are signed in open, and what is of no use to visitors without a network. */
const SIGNED_IN: Roots = {
  home: [`${FEATURES}/home/home-page.tsx`],
  till: [`${FEATURES}/vouchers/redeem/till`],
  redeem: [
    `${FEATURES}/vouchers/redeem`,
    `${FEATURES}/info/share/redeem-page.tsx`,
    'src/shared/payment-vouchers/scan-voucher.ts',
  ],
  /** What loads passkeys is a line, which the page of one's own takes from here. */
  pin: [`${FEATURES}/account/pin`, 'src/features/account/passkeys/load-passkeys.ts'],
  /** Fetched by the tap that uses a finger or a face, or sets one up. */
  passkey: ['src/features/account/passkeys/browser-passkeys.ts'],
  you: [`${FEATURES}/account/profile`],
  exchange: [`${FEATURES}/money/wallet/exchange`, `${RATES}/converter.tsx`],
  rewards: [`${FEATURES}/rewards`],
  money: [`${FEATURES}/money/wallet`, `${FEATURES}/money/transactions`],
  purchases: [`${FEATURES}/shop/airtime`, `${FEATURES}/shop/bills`],
  premium: [`${FEATURES}/shop/premium`],
  vouchers: [
    `${FEATURES}/vouchers/mine`,
    `${FEATURES}/vouchers/create-payment-voucher`,
    `${FEATURES}/vouchers/allowed-users`,
  ],
  /** For the few who win, or who show a code: each weighs much. */
  confetti: ['node_modules/canvas-confetti'],
  qr: ['node_modules/uqr', 'src/shared/qr/qr-picture.ts'],
  /** Fetched by the tap that turns push on. */
  firebase: ['src/shared/push/firebase-token.ts'],
  push: ['src/shared/push'],
  notices: [`${FEATURES}/account/notifications`],
  creator: [`${FEATURES}/vouchers/create-giveaway`, `${FEATURES}/vouchers/analytics`],
};

const ROOTS: Roots = { ...OPEN, ...SIGNED_IN };

const isAt = (id: string, source: string): boolean =>
  id.endsWith(`/${source}`) || id.includes(`/${source}/`);

/** The chunk that a module begins; undefined for one that goes where it is needed. */
export const rootOf = (id: string): string | undefined =>
  Object.keys(ROOTS).find((name) => ROOTS[name]?.some((source) => isAt(id, source)));

/** Whether a module begins what only people who are signed in open. */
export const isForUsers = (id: string): boolean => (rootOf(id) ?? '') in SIGNED_IN;

const LANDING = ['home', 'welcome', 'game'];
/** A voucher's page, and what is opened from it. */
const VOUCHER = ['game', 'live', 'play', 'practice', 'fairness', 'win', 'till'];
/** The largest part of the app, and the one that a new version of it seldom changes. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * A sheet of what follows every page is in that of the entry: half a kilobyte for itself takes one of a browser's six
 * connections while the database's code waits for one.
 */
const STYLES = /\.css$/;

/** Where a module goes that these need; a chunk that is fetched early must not draw in one that is not. */
function chunkOf(needs: ReadonlySet<string>): string {
  const has = (...names: readonly string[]): boolean => names.some((name) => needs.has(name));
  const isOnly = (...names: readonly string[]): boolean =>
    [...needs].every((name) => names.includes(name));
  const isEarly = (has('startup', 'later') && has(...LANDING)) || (has('worker') && needs.size > 1);
  if (has('core') || isEarly || LANDING.every((page) => needs.has(page))) return 'core';
  if (has('startup')) return 'startup';
  if (has('later')) return 'later';
  const [only] = needs;
  if (needs.size === 1 && only !== undefined) return only;
  if (isOnly('play', 'fairness', 'practice')) return 'play';
  // What both need is opened from the first of them.
  if (isOnly('money', 'exchange')) return 'money';
  // Both visitors' pages have their ticket; what users' pages need besides is with a voucher's page.
  if (has('welcome', 'featured') || (has('home') && has('game', 'play'))) return 'ticket';
  if (isOnly('vouchers', 'creator')) return 'create';
  // A user's page must not fetch a voucher's for what both have.
  if (has('game', 'play')) return isOnly(...VOUCHER) ? 'game' : 'common';
  // Home and login are where users land; what only other pages share does not come with these.
  if (has('home', 'account')) return 'shared';
  // Visitors do not fetch what only users' pages share.
  return isOnly(...Object.keys(SIGNED_IN)) ? 'inner' : 'public';
}

interface Needs {
  /** Roots that import a module at once, through whatever imports. */
  readonly atOnce: ReadonlySet<string>;
  /** The same, and those that import it on demand. */
  readonly ever: ReadonlySet<string>;
}

/** Finds which roots need a module, by walking up its importers. */
function needsFinder(entry: string): (id: string, getInfo: GetInfo) => Needs {
  const known = new Map<string, { atOnce: Set<string>; ever: Set<string> }>();
  const find = (id: string, getInfo: GetInfo): { atOnce: Set<string>; ever: Set<string> } => {
    const found = known.get(id);
    if (found) return found;
    const root = isAt(id, entry) ? 'core' : rootOf(id);
    const own = root === undefined ? [] : [root];
    const needs = { atOnce: new Set(own), ever: new Set(own) };
    // A circle of imports that comes back here finds what is known so far.
    known.set(id, needs);
    if (root !== undefined) return needs;
    const { importers = [], dynamicImporters = [] } = getInfo(id) ?? {};
    for (const importer of importers) {
      const its = find(importer, getInfo);
      its.atOnce.forEach((name) => needs.atOnce.add(name));
      its.ever.forEach((name) => needs.ever.add(name));
    }
    for (const importer of dynamicImporters)
      find(importer, getInfo).ever.forEach((name) => needs.ever.add(name));
    return needs;
  };
  return find;
}

/**
 * Puts modules into few chunks: over a slow network each file costs a round trip, and each one is named in
 * every document that needs it.
 * @param entry source of the app's entry
 * @returns a name for Rolldown's chunk groups; null leaves the module to Rolldown
 */
export function chunkNames(
  entry: string,
): (id: string, context: { getModuleInfo: GetInfo }) => string | null {
  const find = needsFinder(entry);
  return (id, context) => {
    if (REACT.test(id)) return 'react';
    const { atOnce, ever } = find(id, (other) => context.getModuleInfo(other));
    const needs = atOnce.size > 0 ? atOnce : ever;
    if (needs.size === 0) return null;
    const chunk = chunkOf(needs);
    return chunk === 'startup' && STYLES.test(id) ? 'core' : chunk;
  };
}
