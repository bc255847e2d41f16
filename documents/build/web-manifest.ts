import type { ManifestOptions } from 'vite-plugin-pwa';

const INK = '#121843';

const pngOf = (name: string, sizePx: number) => ({
  src: `/icons/${name}-${sizePx}.png`,
  sizes: `${sizePx}x${sizePx}`,
  type: 'image/png',
});

const shortcut = (name: string, path: string, icon: string) => ({
  name,
  url: `${path}?source=shortcut`,
  icons: [pngOf(`shortcut-${icon}`, 96)],
});

const screenshot = (name: string, label: string, isWide = false) => ({
  src: `/screenshots/${name}.webp`,
  sizes: isWide ? '1280x800' : '780x1688',
  type: 'image/webp',
  form_factor: isWide ? ('wide' as const) : ('narrow' as const),
  label,
});

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
    pngOf('icon', 192),
    pngOf('icon', 512),
    { ...pngOf('maskable', 512), purpose: 'maskable' },
    { ...pngOf('monochrome', 512), purpose: 'monochrome' },
  ],
  // Some systems show only the first few.
  shortcuts: [
    shortcut('Redeem', '/redeem', 'redeem'),
    shortcut('Wallet', '/wallet', 'wallet'),
    shortcut('My vouchers', '/my-vouchers', 'vouchers'),
  ],
  screenshots: [
    screenshot('welcome', 'The front page, with a voucher to win'),
    screenshot('voucher', 'A voucher with hidden digits'),
    screenshot('lottery', 'A lottery'),
    screenshot('wide', 'The front page on a large screen', true),
  ],
  share_target: {
    action: '/share',
    // The service worker answers it; nothing is sent to the server.
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'picture', accept: ['image/*'] }],
    },
  },
  protocol_handlers: [{ protocol: 'web+goodies', url: '/share?url=%s' }],
  handle_links: 'preferred',
  // A link opens in the existing window.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
};
