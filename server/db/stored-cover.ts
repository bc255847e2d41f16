export interface CoverVariant {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** Paths are below the cover store and public under /covers/. */
export interface StoredCover {
  readonly media: 'image' | 'video';
  readonly path: string;
  readonly bytes: number;
  readonly variants: readonly CoverVariant[];
  /** A WebP of a few hundred bytes in base64; absent for transparent pictures. */
  readonly preview?: string | undefined;
}
