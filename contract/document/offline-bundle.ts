/** What matches the name of the build's bundle in the folder of the app. */
export const OFFLINE_BUNDLE = /^assets\/offline-[\w-]{8}\.json$/;

/** A file of the build, with the headers that a response with it has. */
export type BundledFile = {
  readonly headers: Readonly<Record<string, string>>;
} & ({ readonly text: string } | { readonly base64: string });

/** Files of the build in one, by their path in its folder, e.g. `login.html`. */
export type OfflineBundle = Readonly<Record<string, BundledFile>>;
