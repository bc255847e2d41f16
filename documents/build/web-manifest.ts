import type { ManifestOptions } from 'vite-plugin-pwa';

const INK = '#121843';

/** What a phone reads when it installs the app. */
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
  shortcuts: [
    { name: 'Wallet', url: '/wallet?source=shortcut' },
    { name: 'My vouchers', url: '/my-vouchers?source=shortcut' },
  ],
};
