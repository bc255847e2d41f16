import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const DOCUMENTS = ['index', 'welcome', 'login', 'shell', 'voucher', 'live'];

const OF_EVERY_PAGE = new RegExp(
  '^shell\\.html$|^assets/(?:rolldown-runtime|vendor|core|entry-client|startup|worker|dexie|data-worker|style|' +
    'basic|common|welcome|voucher|footer|toast-item|support-link|background-work)[-.]',
);

const APP = new URL('../../dist/app/', import.meta.url);
const integrityOf = (file: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(new URL(file, APP)))
    .digest('base64')}`;

/** `integrity` makes the browser refuse a file without a hash in its name that is of another build. */
const describeFiles = <File extends { url: string; revision: string | null }>(files: File[]) => ({
  manifest: files.map((file) => ({
    ...file,
    ...(OF_EVERY_PAGE.test(file.url) && { ofEveryPage: true }),
    ...(file.revision !== null && { integrity: integrityOf(file.url) }),
  })),
});

/** Push, live changes and the report of a page's speed are useless offline; few browsers lack what reads QR codes. */
export const PRECACHE = {
  globPatterns: [`{${DOCUMENTS.join(',')}}.html`, 'assets/**/*.{js,css,woff2,svg}'],
  globIgnores: ['firebase', 'qr-decoder', 'page-vitals', 'follow-changes'].map(
    (name) => `assets/${name}-*.js`,
  ),
  manifestTransforms: [describeFiles],
};
