/** The bundles of a build: its documents, and its code by who needs it, anybody or people who are signed in. */
export const BUNDLE_NAMES = ['pages', 'visitors', 'users'] as const;
export type BundleName = (typeof BUNDLE_NAMES)[number];

/** What matches the name of a bundle in the folder of the app, and has its own name first. */
export const OFFLINE_BUNDLE = /^assets\/offline-(pages|visitors|users)-[\w-]{8}\.json$/;

/** A file of the build, with the headers that a response with it has. */
export interface BundledFile {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Files of the build in one, by their path in its folder, e.g. `login.html`. */
export type OfflineBundle = Readonly<Record<string, BundledFile>>;

/** A file that the service worker caches, as the build tells it. */
export interface PrecachedFile {
  /** Its path in the folder of the app. */
  readonly url: string;
  /** A hash of its content; null where the name has one. */
  readonly revision: string | null;
  /** The bundle that it travels in; a file without one is fetched for itself. */
  readonly bundle?: BundleName;
  /** Whether every page needs it, whatever its document names. */
  readonly ofEveryPage?: true;
}
