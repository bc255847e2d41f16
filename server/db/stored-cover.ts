export interface CoverVariant {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** What is stored of a cover: paths below the cover store, public under /covers/. */
export interface StoredCover {
  readonly media: 'image' | 'video';
  /** The video itself, or the largest picture. */
  readonly path: string;
  readonly bytes: number;
  /** Pictures (of a video: its poster) by width, narrowest first; empty when a video came without a poster. */
  readonly variants: readonly CoverVariant[];
  /** The picture in a few hundred bytes of WebP, base64; none where it is transparent or there is no picture. */
  readonly preview?: string | undefined;
}
