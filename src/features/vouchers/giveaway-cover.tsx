import { useState, type ReactElement } from 'react';

import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { formatBytes } from './format-bytes.ts';
import css from './giveaway-cover.module.css';
import type { Cover } from './use-cover.ts';

export interface GiveawayCoverProps {
  readonly cover: Cover;
  readonly error: string | undefined;
  readonly onChange: (cover: File | undefined) => void;
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm';

/** '4.2 MB, sent as 180 KB' */
function sizeText(cover: Exclude<Cover, { phase: 'none' }>): string {
  const size = formatBytes(cover.original.size);
  if (cover.phase === 'preparing') return `${size}, getting smaller`;
  return cover.phase === 'ready' && cover.file !== cover.original
    ? `${size}, sent as ${formatBytes(cover.file.size)}`
    : size;
}

/** The creator's own picture or video. */
export function GiveawayCover({ cover, error, onChange }: GiveawayCoverProps): ReactElement {
  // Another field after a removal, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const remove = (): void => {
    setRound(round + 1);
    onChange(undefined);
  };
  return (
    <div className="stack g2">
      <Field
        label="Cover"
        help="A JPEG, PNG, WebP or AVIF picture, or an MP4 or WebM video up to 25 MB. Without one, the cloth of your region."
        error={error}
      >
        <Input
          key={round}
          data-field="cover"
          className={css['file']}
          type="file"
          accept={ACCEPT}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChange(file);
          }}
        />
      </Field>
      {cover.phase !== 'none' && (
        <p className="split xs">
          <span className={css['name']} role="status">
            <span className="truncate">{cover.original.name}</span> {sizeText(cover)}
          </span>
          <TextButton onClick={remove}>Remove</TextButton>
        </p>
      )}
    </div>
  );
}
