import { useState, type ReactElement } from 'react';

import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { VideoStill } from './video-still.tsx';

const VideoPlayer = lazyComponent(async () => (await import('./video-player.tsx')).VideoPlayer);

export interface VoucherVideoProps {
  readonly source: string;
  /** Address of a picture, or ''. */
  readonly poster: string;
  /** 0 when it is not known. */
  readonly bytes: number;
}

/** A video cover. It waits as a still with its size until it may play, or the visitor plays it. */
export function VoucherVideo({ source, poster, bytes }: VoucherVideoProps): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <VideoPlayer
      before={<VideoStill poster={poster} bytes={bytes} onPlay={() => setIsAsked(true)} />}
      source={source}
      poster={poster}
      bytes={bytes}
      isAsked={isAsked}
    />
  );
}
