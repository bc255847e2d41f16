import type { ReactElement } from 'react';
import playIcon from 'lucide/dist/esm/icons/play.mjs';

import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';
import { formatBytes } from '../../../ui/text/format-text.ts';
import css from './video.module.css';

export interface VideoFile {
  readonly source: string;
  /** Address of a picture, or ''. */
  readonly poster: string;
  /** 0 when it is not known. */
  readonly bytes: number;
}

interface VideoStillProps extends Omit<VideoFile, 'source'> {
  readonly onPlay: () => void;
}

export function VideoStill({ poster, bytes, onPlay }: VideoStillProps): ReactElement {
  const size = bytes > 0 ? formatBytes(bytes) : undefined;
  return (
    <>
      {poster && <img className={coverMediaClass} src={poster} alt="" fetchPriority="high" />}
      <span className={cx('covers', css['controls'])}>
        <IconButton
          label={size ? `Play video (${size})` : 'Play video'}
          variant="glass"
          className={css['play']}
          onClick={onPlay}
        >
          <Icon of={playIcon} size="lg" />
          {size && <span>{size}</span>}
        </IconButton>
      </span>
    </>
  );
}
