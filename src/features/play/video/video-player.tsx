import { useEffect, useRef, useState, type ReactElement } from 'react';

import { toast } from '../../../platform/toast-store.ts';
import { mayLoadUnasked } from './data-thrift.ts';
import { useInSight } from './use-in-sight.ts';
import { PlayingVideo, playQuietly } from './playing-video.tsx';
import { VideoStill } from './video-still.tsx';
import css from './video-player.module.css';

export interface VideoPlayerProps {
  readonly source: string;
  /** Address of a picture, or ''. */
  readonly poster: string;
  readonly bytes: number;
  /** The visitor has asked for it already, while its code was on the way. */
  readonly isAsked: boolean;
}

const playsByItself = (): boolean =>
  mayLoadUnasked() && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A video cover that plays, without sound at first, while most of it is in sight. */
export function VideoPlayer({ source, poster, bytes, isAsked }: VideoPlayerProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setIsStarted] = useState(isAsked);
  // Paused by the visitor, or impossible to load: it does not start again by itself.
  const isHeld = useRef(false);
  const isWanted = useRef(isAsked);

  useInSight(place, (isInSight) => {
    if (!isInSight) return video.current?.pause();
    if (isHeld.current) return undefined;
    if (video.current) return playQuietly(video.current);
    return playsByItself() ? setIsStarted(true) : undefined;
  });
  useEffect(() => {
    if (isStarted && video.current) playQuietly(video.current);
  }, [isStarted]);

  const hold = (next: boolean): void => {
    isHeld.current = next;
  };
  return (
    <div ref={place} className={css['place']}>
      {isStarted ? (
        <PlayingVideo
          // An element that is given another film stops without a word.
          key={source}
          ref={video}
          source={source}
          poster={poster}
          onHold={hold}
          onFail={() => {
            hold(true);
            setIsStarted(false);
            if (isWanted.current) toast('This video could not be played.', { kind: 'error' });
          }}
        />
      ) : (
        <VideoStill
          poster={poster}
          bytes={bytes}
          onPlay={() => {
            hold(false);
            isWanted.current = true;
            setIsStarted(true);
          }}
        />
      )}
    </div>
  );
}
