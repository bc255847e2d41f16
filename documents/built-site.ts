/** What the build tells the server of the documents that it made; the file lies beside `dist/app`. */
export const BUILT_SITE_FILE = 'documents.json';

/** Sources that a document's own scripts and styles need, e.g. `'sha256-…'`. */
export interface CspHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface BuiltSite {
  /** Names the build: 8 hexadecimal digits, which change with any of its code. */
  readonly build: string;
  /** File of each page that is prerendered for its own path, by that path. */
  readonly pages: Readonly<Record<string, string>>;
  /** By file, every prerendered document of `dist/app`. */
  readonly hashes: Readonly<Record<string, CspHashes>>;
  /** By file, the same document with holes for a voucher's data. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Places in a template that the server fills, one request at a time. */
export const HOLES = { head: '%HEAD%', body: '%APP%', seed: '%SEED%' } as const;
