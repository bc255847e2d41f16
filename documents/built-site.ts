export const BUILT_SITE_FILE = 'documents.json';

/** The name of a built file that ends in its hash, so that its content never changes. */
export const HASHED_FILE = /-[\w-]{8}\.\w+$/;

export interface CspHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A voucher's document, which the server fills in. */
export interface DocumentTemplate {
  readonly html: string;
  /** What surrounds the keypad of a voucher that takes guesses. */
  readonly keypad: string;
}

export interface BuiltSite {
  readonly build: string;
  /** Maps a path to the file of its document. */
  readonly pages: Readonly<Record<string, string>>;
  readonly hashes: Readonly<Record<string, CspHashes>>;
  readonly templates: Readonly<Record<string, DocumentTemplate>>;
}

export const HOLES = { head: '%HEAD%', body: '%APP%', seed: '%SEED%', keypad: '%KEYPAD%' } as const;
