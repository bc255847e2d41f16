import { useEffect, useRef, useState, type ReactElement } from 'react';

import { IconButton } from '../../ui/icon-button.tsx';
import { PauseIcon } from '../../ui/icons/pause-icon.tsx';
import { PlayIcon } from '../../ui/icons/play-icon.tsx';
import { Volume2Icon } from '../../ui/icons/volume-2-icon.tsx';
import { VolumeXIcon } from '../../ui/icons/volume-x-icon.tsx';
import { coverMediaClass } from '../../ui/ticket-cover.tsx';
import { formatBytes } from './format-bytes.ts';
import css from './voucher-video.module.css';

export interface VoucherVideoProps {
  readonly source: string;
  /** Address of a picture, or ''. */
  readonly poster: string;
  readonly bytes: number;
}

/** A video cover. Nothing of it is fetched before somebody plays it, and its size is said first. */
export function VoucherVideo({ source, poster, bytes }: VoucherVideoProps): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const [wasStarted, setWasStarted] = useState(false);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(true);

  useEffect(() => {
    // Refused where the browser wants another tap: the button stays.
    if (wasStarted) video.current?.play().catch(() => undefined);
  }, [wasStarted]);

  const toggle = (): void => {
    const element = video.current;
    if (!element) return setWasStarted(true);
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  };
  const size = bytes > 0 ? ` (${formatBytes(bytes)})` : '';
  return (
    <>
      {wasStarted ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- made by the creator, without a caption track
        <video
          ref={video}
          className={coverMediaClass}
          src={source}
          poster={poster || undefined}
          muted={isMuted}
          loop
          playsInline
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
        />
      ) : (
        poster && <img className={coverMediaClass} src={poster} alt="" fetchPriority="high" />
      )}
      <span className={css['controls']} data-playing={isPlaying || undefined}>
        <IconButton
          label={isPlaying ? 'Pause video' : `Play video${size}`}
          variant="glass"
          className={css['play']}
          onClick={toggle}
        >
          {isPlaying ? <PauseIcon size="lg" /> : <PlayIcon size="lg" />}
          {!wasStarted && bytes > 0 && <span>{formatBytes(bytes)}</span>}
        </IconButton>
      </span>
      {wasStarted && (
        <span className={css['sound']}>
          <IconButton
            label={isMuted ? 'Turn sound on' : 'Turn sound off'}
            variant="glass"
            onClick={() => setIsMuted(!isMuted)}
          >
            {isMuted ? <VolumeXIcon size="md" /> : <Volume2Icon size="md" />}
          </IconButton>
        </span>
      )}
    </>
  );
}
