import { useState, type ReactElement } from 'react';

import { formatBytes } from '../../../ui/text/format-bytes.ts';
import type { Cover } from './use-cover.ts';
import css from './cover-field.module.css';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { TextButton } from '../../../ui/action/text-button.tsx';

export interface CoverFieldProps {
  /** Follows what may be chosen. */
  readonly help?: string;
  readonly cover: Cover;
  readonly error: string | undefined;
  readonly onChange: (cover: File | undefined) => void;
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm';

const KINDS = 'A JPEG, PNG, WebP or AVIF picture, or an MP4 or WebM video up to 25 MB.';

/** '4.2 MB, sent as 180 KB' */
function sizeText(cover: Exclude<Cover, { phase: 'none' }>): string {
  const size = formatBytes(cover.original.size);
  if (cover.phase === 'preparing') return `${size}, getting ready`;
  return cover.phase === 'ready' && cover.file !== cover.original
    ? `${size}, sent as ${formatBytes(cover.file.size)}`
    : size;
}

/** The creator's own picture or video. */
export function CoverField({ help = '', cover, error, onChange }: CoverFieldProps): ReactElement {
  // Another field after a removal, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const remove = (): void => {
    setRound(round + 1);
    onChange(undefined);
  };
  return (
    <div className="stack g2">
      <Field label="Cover" help={`${KINDS} ${help}`.trim()} error={error}>
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
