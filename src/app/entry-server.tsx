import '../ui/styles/tokens.css';
import '../ui/styles/base.css';

import { renderToString } from 'react-dom/server';

import type { Seed } from '../../contract/document/seed.ts';
import { App } from './app.tsx';
import { pageHead, headHtml } from './page-head.ts';
import { routeFor } from './match-route.ts';
import { Footer } from './shell/shell.tsx';

export { isKnownPath } from './match-route.ts';
export { serializeSeed } from '../../contract/document/seed.ts';

export interface RenderRequest {
  /** Path without query. */
  readonly path: string;
  readonly seed?: Seed;
  /** Scheme and host, for the absolute addresses that link previews need. */
  readonly origin?: string;
}

export interface RenderedPage {
  /** HTML for the root element. */
  readonly body: string;
  /** HTML for the head: title and meta elements. */
  readonly head: string;
}

/**
 * Renders one page as a signed-out visitor sees it, without a browser.
 * The same seed must stand in the document, or the browser's first render differs.
 */
export async function renderPage({
  path,
  seed = {},
  origin = '',
}: RenderRequest): Promise<RenderedPage> {
  const route = routeFor(path);
  await Promise.all([route.page.preload(), Footer.preload()]);
  const html = renderToString(<App path={path} seed={seed} />);
  return {
    // React preloads pictures in front of the app. They stand in the same document: that gains nothing.
    body: html.replace(/^(?:<link rel="preload"[^>]*>)+/, ''),
    head: headHtml(pageHead({ path, title: route.title, seed, origin })),
  };
}
