const NAMES: Readonly<Record<string, string>> = {
  'x.com': 'X',
  'twitter.com': 'X',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'linkedin.com': 'LinkedIn',
  'whatsapp.com': 'WhatsApp',
  'wa.me': 'WhatsApp',
  't.me': 'Telegram',
};

export function socialName(href: string): string {
  const host = new URL(href).hostname.replace(/^www\./, '');
  const known = Object.keys(NAMES).find((name) => host === name || host.endsWith(`.${name}`));
  return known === undefined ? host : (NAMES[known] ?? host);
}
