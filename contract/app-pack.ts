/**
 * Addresses of the packs: all documents, and all parts of the app but those that every first visit fetches
 * by itself. Many files in one answer cost one round trip, and what they have in common travels once.
 *
 * A pack begins with the length of its listing (32 bits, big-endian), then comes the listing as JSON, then
 * the files' bodies, one after the other.
 */
export const APP_PACKS = ['/packs/documents', '/packs/parts'] as const;

export const PACK_LENGTH_BYTES = 4;

/** What a pack tells of one of its files. */
export interface PackedFile {
  /** Path on the app's origin, e.g. `/assets/x.js`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
}
