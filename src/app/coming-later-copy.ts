/** What the page of a route that is still to be built says. */
export interface ComingLaterCopy {
  readonly title: string;
  /** What the screen will be for, in one sentence. */
  readonly will: string;
  /** What serves the same end today. */
  readonly today: string;
  readonly action: { readonly href: string; readonly label: string };
}

const HOME = { href: '/', label: 'Go to home' } as const;
const GUESS_TODAY =
  'You can guess the digits of open vouchers, and a prize is paid to your wallet.';

const MERCHANT: ComingLaterCopy = {
  title: 'Merchant',
  will: 'Here businesses will manage their vouchers.',
  today: GUESS_TODAY,
  action: HOME,
};

/** By the first segments of the path; the longest that fits is taken. */
const COPY: Readonly<Record<string, ComingLaterCopy>> = {
  '/lv': {
    title: 'Live voucher',
    will: 'Here you will watch a voucher live, as digits open.',
    today: 'Open vouchers can be watched and guessed from home.',
    action: HOME,
  },
  '/leaderboard': {
    title: 'Leaderboard',
    will: 'Here you will see who shares and wins the most.',
    today: 'Each voucher shows its own top sharers.',
    action: HOME,
  },
  '/refer': {
    title: 'Refer',
    will: 'Here you will find your referral link and what it has earned.',
    today: 'Sharing a voucher carries your referral code already and earns coins.',
    action: HOME,
  },
  '/dashboard': {
    title: 'Dashboard',
    will: 'Here you will see your vouchers, prizes and coins at a glance.',
    today: 'Home lists open vouchers, and the wallet your balances.',
    action: HOME,
  },
  '/merchant': MERCHANT,
};

/** The copy for a path under one of the routes that are still to come. */
export function comingLaterCopy(path: string): ComingLaterCopy {
  const [, first = ''] = path.toLowerCase().split('/');
  return COPY[`/${first}`] ?? MERCHANT;
}
