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
  '/merchant': MERCHANT,
};

/** The copy for a path under one of the routes that are still to come. */
export function comingLaterCopy(path: string): ComingLaterCopy {
  const [, first = ''] = path.toLowerCase().split('/');
  return COPY[`/${first}`] ?? MERCHANT;
}
