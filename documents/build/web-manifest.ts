import type { ManifestOptions } from 'vite-plugin-pwa';

const INK = '#121843';

const iconOf = (name: string) => [
  { src: `/icons/shortcut-${name}-96.png`, sizes: '96x96', type: 'image/png' },
];

export const WEB_MANIFEST: Partial<ManifestOptions> = {
  id: '/',
  name: 'Goodies',
  short_name: 'Goodies',
  description:
    'Guess the hidden digits of a voucher. The first right guess is paid to your wallet.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/?source=pwa',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: INK,
  background_color: INK,
  categories: ['entertainment', 'finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    {
      src: '/icons/maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
    {
      src: '/icons/monochrome-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'monochrome',
    },
  ],
  // Some systems show only the first few.
  shortcuts: [
    { name: 'Redeem', url: '/redeem?source=shortcut', icons: iconOf('redeem') },
    { name: 'Wallet', url: '/wallet?source=shortcut', icons: iconOf('wallet') },
    { name: 'My vouchers', url: '/my-vouchers?source=shortcut', icons: iconOf('vouchers') },
  ],
  screenshots: [
    {
      src: '/screenshots/welcome.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'The front page, with a voucher to win',
    },
    {
      src: '/screenshots/voucher.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'A voucher with hidden digits',
    },
    {
      src: '/screenshots/lottery.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'A lottery',
    },
    {
      src: '/screenshots/wide.webp',
      sizes: '1280x800',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'The front page on a large screen',
    },
  ],
  share_target: {
    action: '/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  protocol_handlers: [{ protocol: 'web+goodies', url: '/share?url=%s' }],
  handle_links: 'preferred',
  // A link opens in the existing window.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
};
