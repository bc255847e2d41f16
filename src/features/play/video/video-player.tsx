import {
  useEffect,
  useEffectEvent,
  useRef,
  type RefObject,
  useState,
  type CSSProperties,
  type ReactElement,
} from 'react';
import pauseIcon from 'lucide/dist/esm/icons/pause.mjs';
import playIcon from 'lucide/dist/esm/icons/play.mjs';
import volume2Icon from 'lucide/dist/esm/icons/volume-2.mjs';
import volumeXIcon from 'lucide/dist/esm/icons/volume-x.mjs';

import { isSavingData } from '../../../platform/data-saver.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';
import { toast } from '../../../platform/toast-store.ts';
import css from './video.module.css';
import { VideoStill, type VideoFile } from './video-still.tsx';

/** What of the browser tells what loading costs; Chromium alone knows its connection. */
interface NetworkEnvironment {
  readonly onLine: boolean;
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

const SLOW = new Set(['slow-2g', '2g', '3g']);

export function mayAutoload({ onLine, connection }: NetworkEnvironment = navigator): boolean {
  if (!onLine || isSavingData({ ...(connection && { connection }) })) return false;
  return !SLOW.has(connection?.effectiveType ?? '');
}

const SEEN = 0.5;

function useInSight(
  element: RefObject<Element | null>,
  onChange: (isInSight: boolean) => void,
): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) tell(last.intersectionRatio >= SEEN);
      },
      { threshold: SEEN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}

interface PlayingVideoProps extends Omit<VideoFile, 'bytes'> {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly onHold: (isHeld: boolean) => void;
  readonly onFail: () => void;
}

const PERCENT = 100;

/** Where the browser wants a tap first it refuses: the button stays. */
const playQuietly = (video: HTMLVideoElement): void => void video.play().catch(() => undefined);

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

function PlayingVideo(props: PlayingVideoProps): ReactElement {
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
      <span className={cx('covers', css['controls'])} data-playing={isPlaying || undefined}>
        <IconButton
          label={isPlaying ? 'Pause video' : 'Play video'}
          variant="glass"
          className={css['play']}
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

interface VideoPlayerProps extends VideoFile {
  readonly isAsked: boolean;
}

const playsByItself = (): boolean =>
  mayAutoload() && !matchMedia('(prefers-reduced-motion: reduce)').matches;

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
    <div ref={place} className="covers">
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
