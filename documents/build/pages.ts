export interface PrerenderedPage {
  readonly file: string;
  readonly path: string;
  readonly module?: string;
  /** 'own': rendered for its path; 'any': equal for all addresses until data arrives. */
  readonly renderedFor: 'own' | 'any';
  readonly showsVoucher?: true;
}

const own = (path: string, file: string, module?: string): PrerenderedPage => ({
  file,
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
  own('/', 'index.html', 'home/home-page.tsx'),
  own('/welcome', 'welcome.html', 'play/welcome/welcome-page.tsx'),
  {
    ...own(
      '/featured-giveaway',
      'featured-giveaway.html',
      'play/welcome/featured-giveaway-page.tsx',
    ),
    showsVoucher: true,
  },
  own('/login', 'login.html', 'account/auth/login-page.tsx'),
  own('/forgot-password', 'forgot-password.html', 'account/auth/forgot-password-page.tsx'),
  own('/signup', 'signup.html', 'account/auth/signup-page.tsx'),
  own('/verify-email', 'verify-email.html', 'account/auth/verify/verify-email-page.tsx'),
  own('/about', 'about.html', 'info/about/about-page.tsx'),
  own('/rules', 'rules.html', 'info/about/rules-page.tsx'),
  own('/terms', 'terms.html', 'info/about/legal/terms-page.tsx'),
  own('/privacy', 'privacy.html', 'info/about/legal/privacy-page.tsx'),
  own('/contact', 'contact.html', 'info/about/contact-page.tsx'),
  own('/help', 'help.html', 'info/about/help/help-page.tsx'),
  own(SHELL_PATH, 'shell.html'),
  placeholder('/v/0', 'voucher.html', 'play/game/voucher-page.tsx'),
  placeholder('/lv/0', 'live.html', 'play/live/live-page.tsx'),
  { file: '404.html', path: '/404', module: 'src/app/not-found-page.tsx', renderedFor: 'any' },
];
