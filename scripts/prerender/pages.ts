/** One document that the build writes. */
export interface PrerenderedPage {
  /** File name in dist/app. */
  readonly file: string;
  /** Path that it is rendered for. */
  readonly path: string;
  /** Source of the page's component; its code and styles come along. None when the app's entry has it. */
  readonly module?: string;
  /**
   * What the document says it was rendered for: 'own' its path; 'any' the address it is opened at, which
   * renders the same until data arrives.
   */
  readonly renderedFor: 'own' | 'any';
  /** Where the same document with holes for a voucher's data goes, and its styles; not served as they are. */
  readonly template?: { readonly html: string; readonly styles: string };
}

const own = (path: string, file: string, module?: string): PrerenderedPage => ({
  file,
  path,
  renderedFor: 'own',
  ...(module && { module: `src/features/${module}` }),
});

const templateOf = (name: string): Required<PrerenderedPage>['template'] => ({
  html: `.vite/${name}-template.html`,
  styles: `.vite/${name}-styles.json`,
});

/** The document of a voucher, with its outline only; with a voucher in it, it is made when asked for. */
const ofVoucher = (path: string, name: string, page: string): PrerenderedPage => ({
  file: `${name}.html`,
  path,
  module: `src/features/vouchers/${page}`,
  renderedFor: 'any',
  template: templateOf(name),
});

/** Every prerendered document. A public address without data has its own; the shell stands for the rest. */
export const PAGES: readonly PrerenderedPage[] = [
  own('/', 'index.html', 'home/home-page.tsx'),
  own('/welcome', 'welcome.html', 'welcome/welcome-page.tsx'),
  {
    ...own('/featured-giveaway', 'featured-giveaway.html', 'welcome/featured-giveaway-page.tsx'),
    template: templateOf('featured'),
  },
  own('/login', 'login.html', 'auth/login-page.tsx'),
  own('/forgot-password', 'forgot-password.html', 'auth/forgot-password-page.tsx'),
  own('/signup', 'signup.html', 'auth/signup-page.tsx'),
  own('/verify-email', 'verify-email.html', 'auth/verify-email-page.tsx'),
  own('/shell', 'shell.html'),
  ofVoucher('/v/0', 'voucher', 'voucher-page.tsx'),
  ofVoucher('/lv/0', 'live', 'live-page.tsx'),
  { file: '404.html', path: '/404', module: 'src/app/not-found-page.tsx', renderedFor: 'any' },
];
