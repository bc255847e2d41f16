import { useState, type CSSProperties, type ReactElement, type RefObject } from 'react';
import pauseIcon from 'lucide/dist/esm/icons/pause.mjs';
import playIcon from 'lucide/dist/esm/icons/play.mjs';
import volume2Icon from 'lucide/dist/esm/icons/volume-2.mjs';
import volumeXIcon from 'lucide/dist/esm/icons/volume-x.mjs';

import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';
import css from './video-player.module.css';
import shared from './voucher-video.module.css';

export interface PlayingVideoProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly source: string;
  readonly poster: string;
  /** The visitor has paused it (true) or plays it again. */
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
          <Icon of={isPlaying ? pauseIcon : playIcon} size="lg" />
        </IconButton>
      </span>
      <span className={css['sound']}>
        <IconButton
          label={isMuted ? 'Turn sound on' : 'Turn sound off'}
          variant="glass"
          onClick={() => setIsMuted(!isMuted)}
        >
          <Icon of={isMuted ? volumeXIcon : volume2Icon} size="md" />
        </IconButton>
      </span>
      <Progress percent={percent} />
    </>
  );
}
