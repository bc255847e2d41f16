import type { Seed } from '../contract/document/seed.ts';

/** What the built renderer exports: the app, rendered without a browser. */
export interface Renderer {
  /**
   * @param request.path without query
   * @param request.origin scheme and host that link previews name; '' leaves them out
   * @returns HTML of the app, and of the head's title and meta elements
   */
  readonly renderPage: (request: {
    readonly path: string;
    readonly seed: Seed;
    readonly origin: string;
  }) => Promise<{ readonly body: string; readonly head: string }>;
  readonly serializeSeed: (seed: Seed) => string;
  /** Whether a path (without query) leads to a page of the app. */
  readonly isKnownPath: (path: string) => boolean;
}
