import type { CspHashes } from '../built-site.ts';

/** They are always allowed, because cached pages do not know whether Firebase is configured. */
const PUSH_HOSTS = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
];

const GOOGLE = 'https://accounts.google.com';

/**
 * Scripts must come from this origin or match a hash of the build.
 * @param issuer where a browser that signs in with Google itself (FedCM) finds its configuration
 */
export function documentHeaders(
  { scripts, styles }: CspHashes,
  publicOrigin: string,
  issuer = GOOGLE,
): Readonly<Record<string, string>> {
  const isSecure = publicOrigin.startsWith('https:');
  const policy = [
    // Also for manifest and fonts: each byte here is one less of the first packets.
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src-elem 'self' ${styles.join(' ')}`,
    // Custom properties on elements are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${PUSH_HOSTS.join(' ')} ${issuer}/gsi/`,
    "worker-src 'self'",
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
