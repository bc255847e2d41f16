export const BUILT_SITE_FILE = 'documents.json';

/** The name of a built file that ends in its hash, so that its content never changes. */
export const HASHED_FILE = /-[\w-]{8}\.\w+$/;

export interface CspHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface BuiltSite {
  readonly build: string;
  /** Maps a path to the file of its document. */
  readonly pages: Readonly<Record<string, string>>;
  readonly hashes: Readonly<Record<string, CspHashes>>;
  readonly templates: Readonly<Record<string, string>>;
}

export const HOLES = { head: '%HEAD%', body: '%APP%', seed: '%SEED%' } as const;
