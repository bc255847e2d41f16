import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Documents that open without a network as they are; the shell stands for the others. */
const DOCUMENTS = ['index', 'welcome', 'login', 'shell', 'voucher', 'live'];

/** What every page fetches sooner or later, and the document that stands for any. */
const OF_EVERY_PAGE = new RegExp(
  '^shell\\.html$|^assets/(?:rolldown-runtime|vendor|entry-client|startup|worker|dexie|data-worker|style|' +
    'welcome|voucher|shared|footer|toast-item|support-link|background-work)-',
);

const APP = new URL('../../dist/app/', import.meta.url);
const integrityOf = (file: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(new URL(file, APP)))
    .digest('base64')}`;

/** Marks what a first installation waits for, and has the browser refuse documents of another build. */
const describeFiles = <File extends { url: string; revision: string | null }>(files: File[]) => ({
  manifest: files.map((file) => ({
    ...file,
    ...(OF_EVERY_PAGE.test(file.url) && { ofEveryPage: true }),
    ...(file.revision !== null && { integrity: integrityOf(file.url) }),
  })),
});

/** What the service worker caches for offline use. Turning push on asks Firebase, so its code is of no use there. */
export const PRECACHE = {
  globPatterns: [`{${DOCUMENTS.join(',')}}.html`, 'assets/**/*.{js,css,woff2,svg}'],
  globIgnores: ['assets/firebase-*.js'],
  manifestTransforms: [describeFiles],
};
