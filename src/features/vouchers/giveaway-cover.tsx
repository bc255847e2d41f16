import { useEffect, useMemo, type ReactElement } from 'react';

import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { formatBytes } from './format-bytes.ts';
import css from './giveaway-cover.module.css';

export interface GiveawayCoverProps {
  readonly cover: File | undefined;
  readonly error: string | undefined;
  readonly onChange: (cover: File | undefined) => void;
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm';

/** An address for a file that was chosen, for as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}

/** The creator's own picture or video, as it will lie on the ticket. */
export function GiveawayCover({ cover, error, onChange }: GiveawayCoverProps): ReactElement {
  const url = useObjectUrl(cover);
  return (
    <div className="stack g2">
      <Field
        label="Cover"
        help="A JPEG, PNG, WebP or AVIF picture up to 5 MB, or an MP4 or WebM video up to 25 MB. Without one, the cloth of your region."
        error={error}
      >
        {/* Anew for each choice, so that the same file can be chosen again after it was removed. */}
        <Input
          key={cover ? 'chosen' : 'empty'}
          data-field="cover"
          className={css['file']}
          type="file"
          accept={ACCEPT}
          onChange={({ target }) => onChange(target.files?.[0] ?? cover)}
        />
      </Field>
      {cover && url && !error && (
        <figure className={css['preview']}>
          {cover.type.startsWith('video/') ? (
            <video src={url} muted playsInline preload="metadata" />
          ) : (
            <img src={url} alt="The cover you chose" />
          )}
        </figure>
      )}
      {cover && (
        <p className="split xs">
          <span className="truncate">
            {cover.name}, {formatBytes(cover.size)}
          </span>
          <TextButton onClick={() => onChange(undefined)}>Remove</TextButton>
        </p>
      )}
    </div>
  );
}
