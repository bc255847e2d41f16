import { MESSAGES } from '../../contract/messages.ts';
import { lazyPage, type LazyPage } from '../platform/lazy/lazy-page.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

export type Layout = 'main' | 'plain';

export interface AppRoute {
  /** `:name` matches one segment, and a final `/*?` matches the rest. */
  readonly path: string;
  readonly access: 'public' | 'signed-in';
  readonly layout: Layout;
  readonly title: string;
  readonly page: LazyPage;
  readonly loginMessage?: string;
}

const login = lazyPage(() => import('../features/account/auth/login-page.tsx'));
const signup = lazyPage(() => import('../features/account/auth/signup-page.tsx'));
const verifyEmail = lazyPage(() => import('../features/account/auth/verify/verify-email-page.tsx'));
const forgotPassword = lazyPage(() => import('../features/account/auth/forgot-password-page.tsx'));
const mailedLink = lazyPage(() => import('../features/account/auth/mailed-link-page.tsx'));
const googleCallback = lazyPage(
  () => import('../features/account/auth/google/google-callback-page.tsx'),
);
const welcome = lazyPage(() => import('../features/play/welcome/welcome-page.tsx'));
const featured = lazyPage(() => import('../features/play/welcome/featured-giveaway-page.tsx'));
const home = lazyPage(() => import('../features/home/home-page.tsx'));
const voucher = lazyPage(() => import('../features/play/game/voucher-page.tsx'));
const live = lazyPage(() => import('../features/play/live/live-page.tsx'));
const postVoucher = lazyPage(
  () => import('../features/vouchers/create-giveaway/post-voucher-page.tsx'),
);
const wallet = lazyPage(() => import('../features/money/wallet/wallet-page.tsx'));
const myVouchers = lazyPage(() => import('../features/vouchers/mine/my-vouchers-page.tsx'));
const paymentVoucher = lazyPage(
  () => import('../features/vouchers/create-payment-voucher/payment-voucher-page.tsx'),
);
const send = lazyPage(() => import('../features/vouchers/send/send-page.tsx'));
const analytics = lazyPage(() => import('../features/vouchers/analytics/analytics-page.tsx'));
const allowedUsers = lazyPage(
  () => import('../features/vouchers/allowed-users/allowed-users-page.tsx'),
);
const transactions = lazyPage(() => import('../features/money/transactions/transactions-page.tsx'));
const receipt = lazyPage(() => import('../features/money/transactions/receipt-page.tsx'));
const cases = lazyPage(() => import('../features/money/cases/cases-page.tsx'));
const caseOfUser = lazyPage(() => import('../features/money/cases/case-page.tsx'));
const profile = lazyPage(() => import('../features/account/profile/profile-page.tsx'));
const security = lazyPage(() => import('../features/account/profile/security-page.tsx'));
const settings = lazyPage(() => import('../features/account/profile/settings-page.tsx'));
const personalInfo = lazyPage(() => import('../features/account/profile/personal-info-page.tsx'));
const pin = lazyPage(() => import('../features/account/pin/pin-page.tsx'));
const fairness = lazyPage(() => import('../features/play/fairness/fairness-page.tsx'));
const airtime = lazyPage(() => import('../features/shop/airtime/airtime-page.tsx'));
const bills = lazyPage(() => import('../features/shop/bills/bills-page.tsx'));
const premium = lazyPage(() => import('../features/shop/premium/premium-page.tsx'));
const notifications = lazyPage(
  () => import('../features/account/notifications/notifications-page.tsx'),
);
const noticeSettings = lazyPage(
  () => import('../features/account/notifications/notification-settings-page.tsx'),
);
const leaderboard = lazyPage(() => import('../features/rewards/leaderboard-page.tsx'));
const refer = lazyPage(() => import('../features/rewards/refer-page.tsx'));
const guesses = lazyPage(() => import('../features/rewards/guesses-page.tsx'));
const trust = lazyPage(() => import('../features/rewards/trust/trust-page.tsx'));
const about = lazyPage(() => import('../features/info/about/about-page.tsx'));
const rules = lazyPage(() => import('../features/info/about/rules-page.tsx'));
const terms = lazyPage(() => import('../features/info/about/legal/terms-page.tsx'));
const privacy = lazyPage(() => import('../features/info/about/legal/privacy-page.tsx'));
const contact = lazyPage(() => import('../features/info/about/contact-page.tsx'));
const help = lazyPage(() => import('../features/info/about/help/help-page.tsx'));
const share = lazyPage(() => import('../features/info/share/share-page.tsx'));
const check = lazyPage(() => import('../features/info/check/check-page.tsx'));
const redeem = lazyPage(async () => ({
  default: (await import('../features/info/share/share-page.tsx')).RedeemPage,
}));
const pointOfSale = lazyPage(
  () => import('../features/vouchers/redeem/point-of-sale/point-of-sale-page.tsx'),
);
const shell = lazyPage(() => Promise.resolve({ default: ShellSkeleton }));
const notFound = lazyPage(() => import('./not-found-page.tsx'));

const routeWith =
  (access: AppRoute['access']) =>
  (path: string, title: string, page: LazyPage): AppRoute => ({
    path,
    access,
    layout: 'main',
    title,
    page,
  });
const open = routeWith('public');
const signedIn = routeWith('signed-in');

/** The address of the neutral shell; no visitor can open it because of its '#'. */
export const SHELL_PATH = '/#shell';

export const ROUTES: readonly AppRoute[] = [
  signedIn('/', 'Home', home),
  open('/welcome', 'Guess the digits, win the voucher', welcome),
  open('/featured-giveaway', 'Featured giveaway', featured),
  open('/login', 'Log in', login),
  open('/forgot-password', 'Forgot password', forgotPassword),
  open('/signup', 'Sign up', signup),
  open('/verify-email', 'Verify your e-mail', verifyEmail),
  open('/freeze', 'Freeze your account', mailedLink),
  open('/unfreeze', 'Unfreeze your account', mailedLink),
  open('/undo-email', 'Put your e-mail address back', mailedLink),
  open('/auth/google/callback', 'Logging in', googleCallback),
  open('/v', 'Voucher', voucher),
  open('/lv', 'Live voucher', live),
  open('/v/:id', 'Voucher', voucher),
  open('/v/:id/fairness', 'Is it fair?', fairness),
  open('/lv/:id', 'Live voucher', live),
  open('/share', 'Shared with Goodies', share),
  open('/check', 'Is this giveaway real?', check),
  open('/trust', 'Where the money is', trust),
  open('/about', 'About Goodies', about),
  open('/rules', 'Rules', rules),
  open('/terms', 'Terms', terms),
  open('/privacy', 'Privacy', privacy),
  open('/contact', 'Contact', contact),
  open('/help', 'Help', help),
  signedIn('/redeem', 'Redeem', redeem),
  signedIn('/wallet', 'Wallet', wallet),
  signedIn('/wallet/flutterwave', 'Wallet', wallet),
  signedIn('/profile/payment-methods', 'Wallet', wallet),
  signedIn('/post-voucher', 'Create voucher', postVoucher),
  signedIn('/add-voucher', 'Create voucher', postVoucher),
  signedIn('/leaderboard', 'Leaderboard', leaderboard),
  signedIn('/airtime', 'Airtime', airtime),
  signedIn('/bills', 'Bills', bills),
  signedIn('/refer', 'Refer', refer),
  signedIn('/dashboard', 'Home', home),
  signedIn('/guesses', 'Your guesses', guesses),
  signedIn('/profile', 'Profile', profile),
  signedIn('/profile/personal-info', 'Personal information', personalInfo),
  signedIn('/profile/security', 'Security', security),
  signedIn('/profile/settings', 'Settings', settings),
  signedIn('/profile/pin', 'Choose another PIN', pin),
  signedIn('/profile/notifications', 'Notification settings', noticeSettings),
  signedIn('/notifications', 'Notifications', notifications),
  signedIn('/payment', 'Premium', premium),
  signedIn('/payment/verify', 'Premium', premium),
  signedIn('/payment/flutterwave', 'Premium', premium),
  signedIn('/premium', 'Premium', premium),
  signedIn('/my-vouchers', 'My Vouchers', myVouchers),
  {
    ...signedIn('/voucher-analytics/:id', 'Analytics', analytics),
    loginMessage: 'Please log in to view analytics',
  },
  signedIn('/transactions', 'Transactions', transactions),
  signedIn('/transactions/:id', 'Receipt', receipt),
  signedIn('/cases', 'Your cases', cases),
  signedIn('/cases/:number', 'Case', caseOfUser),
  {
    ...signedIn('/payment-voucher', 'Create Payment Voucher', paymentVoucher),
    loginMessage: MESSAGES.createLogin,
  },
  signedIn('/send', 'Send money', send),
  signedIn('/allowed-users/:voucherId', 'Manage Users', allowedUsers),
  { ...signedIn('/merchant/*?', 'Till', pointOfSale), layout: 'plain' },
  open(SHELL_PATH, 'Goodies', shell),
];

export const NOT_FOUND: AppRoute = open('*', 'Page not found', notFound);

export const REDIRECTS: Readonly<Record<string, string>> = {
  '/withdrawal-history': '/transactions',
  '/send-money': '/payment-voucher',
};
