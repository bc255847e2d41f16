import { useState, type CSSProperties, type ReactElement, type RefObject } from 'react';

import { IconButton } from '../../../ui/action/icon-button.tsx';
import { PauseIcon } from '../../../ui/icons/pause-icon.tsx';
import { PlayIcon } from '../../../ui/icons/play-icon.tsx';
import { Volume2Icon } from '../../../ui/icons/volume-2-icon.tsx';
import { VolumeXIcon } from '../../../ui/icons/volume-x-icon.tsx';
import { coverMediaClass } from '../../../ui/ticket/ticket-cover.tsx';
import css from './video-player.module.css';
import shared from './voucher-video.module.css';

export interface PlayingVideoProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly source: string;
  readonly poster: string;
  /** Somebody has paused it (true) or plays it again. */
  readonly onHold: (isHeld: boolean) => void;
  readonly onFail: () => void;
}

const PERCENT = 100;

/** Where the browser wants a tap first it refuses: the button stays. */
export const playQuietly = (video: HTMLVideoElement): void =>
  void video.play().catch(() => undefined);

function Progress({ percent }: { readonly percent: number }): ReactElement {
  const style: CSSProperties & Record<`--${string}`, number> = { '--played': percent / PERCENT };
  return (
    <span
      className={css['progress']}
      style={style}
      role="progressbar"
      aria-label="Video progress"
      aria-valuenow={percent}
    />
  );
}

/** The video with what steers it: a tap anywhere pauses or plays. */
export function PlayingVideo(props: PlayingVideoProps): ReactElement {
  const { ref, source, poster, onHold, onFail } = props;
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(true);
  const [percent, setPercent] = useState(0);
  const toggle = (): void => {
    const video = ref.current;
    if (!video) return;
    onHold(!video.paused);
    if (video.paused) playQuietly(video);
    else video.pause();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- made by the creator, without a caption track */}
      <video
        ref={ref}
        className={coverMediaClass}
        src={source}
        poster={poster || undefined}
        muted={isMuted}
        loop
        playsInline
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={onFail}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setPercent(duration > 0 ? Math.round((currentTime / duration) * PERCENT) : 0)
        }
      />
      <span className={shared['controls']} data-playing={isPlaying || undefined}>
        <IconButton
          label={isPlaying ? 'Pause video' : 'Play video'}
          variant="glass"
          className={shared['play']}
          onClick={toggle}
        >
          {isPlaying ? <PauseIcon size="lg" /> : <PlayIcon size="lg" />}
        </IconButton>
      </span>
      <span className={css['sound']}>
        <IconButton
          label={isMuted ? 'Turn sound on' : 'Turn sound off'}
          variant="glass"
          onClick={() => setIsMuted(!isMuted)}
        >
          {isMuted ? <VolumeXIcon size="md" /> : <Volume2Icon size="md" />}
        </IconButton>
      </span>
      <Progress percent={percent} />
    </>
  );
}
