import { pathToFileURL } from 'node:url';

import type { VoucherDetail } from '../../contract/vouchers.ts';

/** Data that a page is rendered with and that goes along in the document. */
export interface Seed {
  readonly voucher?: VoucherDetail;
}

/** What the build of the app's renderer exports. */
export interface Renderer {
  /** @returns HTML of the app, and of the head's title and meta elements */
  readonly renderPage: (request: {
    readonly path: string;
    readonly seed: Seed;
    readonly origin: string;
  }) => Promise<{ readonly body: string; readonly head: string }>;
  readonly serializeSeed: (seed: Seed) => string;
  /** Whether a path (without query) leads to a page of the app. */
  readonly isKnownPath: (path: string) => boolean;
}

/** Loads the built renderer. @param file path of `entry-server.js` */
export const loadRenderer = async (file: string): Promise<Renderer> =>
  // The file is another build's result: it must not be bundled into this one.
  (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Renderer;
