import type { CspHashes } from '../built-site.ts';

/**
 * Where Firebase gives a device its push token. Also where it is not configured: the pages that the service worker has
 * are the build's, which does not know.
 */
const PUSH_HOSTS = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
];

/**
 * Headers for documents, beside those of every answer. Scripts run only from this origin or when their text is the build's.
 * So do pictures and videos, wherever they lie: the server passes covers on.
 */
export function documentHeaders(
  { scripts, styles }: CspHashes,
  publicOrigin: string,
): Readonly<Record<string, string>> {
  const isSecure = publicOrigin.startsWith('https:');
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src-elem 'self' ${styles.join(' ')}`,
    // Custom properties on elements (how far a strip is punched) are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${PUSH_HOSTS.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  };
}
