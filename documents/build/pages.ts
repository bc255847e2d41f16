export interface PrerenderedPage {
  readonly file: string;
  readonly path: string;
  readonly module?: string;
  /** 'own': rendered for its path; 'any': equal for all addresses until data arrives. */
  readonly renderedFor: 'own' | 'any';
  readonly showsVoucher?: true;
}

const own = (path: string, module?: string): PrerenderedPage => ({
  file: `${path.replace(/^\/#?/, '') || 'index'}.html`,
  path,
  renderedFor: 'own',
  ...(module && { module: `src/features/${module}` }),
});

const placeholder = (path: string, file: string, page: string): PrerenderedPage => ({
  file,
  path,
  module: `src/features/${page}`,
  renderedFor: 'any',
  showsVoucher: true,
});

export const SHELL_PATH = '/#shell';

export const PAGES: readonly PrerenderedPage[] = [
  own('/', 'home/home-page.tsx'),
  own('/welcome', 'play/welcome/welcome-page.tsx'),
  {
    ...own('/featured-giveaway', 'play/welcome/featured-giveaway-page.tsx'),
    showsVoucher: true,
  },
  own('/login', 'account/auth/login-page.tsx'),
  own('/forgot-password', 'account/auth/forgot-password-page.tsx'),
  own('/signup', 'account/auth/signup-page.tsx'),
  own('/verify-email', 'account/auth/verify/verify-email-page.tsx'),
  own('/about', 'info/about/about-page.tsx'),
  own('/rules', 'info/about/rules-page.tsx'),
  own('/terms', 'info/about/legal/terms-page.tsx'),
  own('/privacy', 'info/about/legal/privacy-page.tsx'),
  own('/contact', 'info/about/contact-page.tsx'),
  own('/help', 'info/about/help/help-page.tsx'),
  own(SHELL_PATH),
  placeholder('/v/0', 'voucher.html', 'play/game/voucher-page.tsx'),
  placeholder('/lv/0', 'live.html', 'play/live/live-page.tsx'),
  { file: '404.html', path: '/404', module: 'src/app/not-found-page.tsx', renderedFor: 'any' },
];
