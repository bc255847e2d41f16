import { useEffect, useMemo, type ReactElement, useState } from 'react';
import imagePlusIcon from 'lucide/dist/esm/icons/image-plus.mjs';

import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';
import { TextButton } from '../../../ui/action/button.tsx';
import { useFieldControl, Field } from '../../../ui/form/field.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatBytes } from '../../../ui/text/format-text.ts';
import css from './cover-field.module.css';
import type { Cover } from './use-cover.ts';

function useObjectUrl(file: Blob | undefined): string | undefined {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}

export function ChosenCover({ file }: { readonly file: File }): ReactElement {
  const url = useObjectUrl(file);
  return file.type.startsWith('video/') ? (
    <video
      className={coverMediaClass}
      src={url}
      aria-label="The cover you chose"
      muted
      playsInline
      preload="metadata"
    />
  ) : (
    <img className={coverMediaClass} src={url} alt="The cover you chose" />
  );
}

export interface CoverFieldProps {
  readonly help?: string;
  readonly cover: Cover;
  readonly error: string | undefined;
  readonly onChange: (cover: File | undefined) => void;
}

/** Also as systems name these files; what one holds decides. */
const ACCEPT =
  'image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm,video/quicktime,video/3gpp,video/x-m4v,.jpg,.jpeg';

const KINDS = 'A JPEG, PNG, WebP or AVIF picture, or an MP4 or WebM video up to 25 MB.';

function sizeText(cover: Exclude<Cover, { phase: 'none' }>): string {
  const size = formatBytes(cover.original.size);
  if (cover.phase === 'preparing') return `${size}, getting ready`;
  return cover.phase === 'ready' && cover.file !== cover.original
    ? `${size}, sent as ${formatBytes(cover.file.size)}`
    : size;
}

const pictureOf = (cover: Cover): File | undefined => {
  if (cover.phase !== 'ready') return undefined;
  return cover.file.type.startsWith('video/') ? cover.poster : cover.file;
};

function Thumbnail({ cover }: { readonly cover: Cover }): ReactElement {
  const url = useObjectUrl(pictureOf(cover));
  return (
    <span
      className={cx('middle', css['thumbnail'])}
      data-busy={cover.phase === 'preparing' ? '' : undefined}
    >
      {url === undefined ? (
        <Icon of={imagePlusIcon} size="lg" />
      ) : (
        <img className="covers" src={url} alt="" />
      )}
    </span>
  );
}

/** The browser's own picker lies unseen over all of it: it opens files, and takes what is dropped. */
function Picker({ cover, onChange }: Pick<CoverFieldProps, 'cover' | 'onChange'>): ReactElement {
  const control = useFieldControl();
  return (
    <span className={css['picker']}>
      <Thumbnail cover={cover} />
      <span className={css['words']} role="status">
        <span className={cx('semi', cover.phase !== 'none' && 'truncate')}>
          {cover.phase === 'none' ? 'Choose a picture or a video' : cover.original.name}
        </span>
        <span className="xs muted">
          {cover.phase === 'none' ? 'From this device' : sizeText(cover)}
        </span>
      </span>
      <input
        {...control}
        data-field="cover"
        className={cx('covers', css['file'])}
        type="file"
        accept={ACCEPT}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChange(file);
        }}
      />
    </span>
  );
}

export function CoverField({ help = '', cover, error, onChange }: CoverFieldProps): ReactElement {
  // Another field after a removal, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const remove = (): void => {
    setRound(round + 1);
    onChange(undefined);
  };
  return (
    <div className={css['cover']}>
      <Field
        label="Cover"
        help={`${KINDS} ${help}`.trim()}
        // A file that is none is said at once, where it was chosen.
        error={cover.phase === 'refused' ? cover.problem : error}
      >
        <Picker key={round} cover={cover} onChange={onChange} />
      </Field>
      {cover.phase !== 'none' && <TextButton onClick={remove}>Remove</TextButton>}
    </div>
  );
}
