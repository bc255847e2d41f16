import type { ReactElement } from 'react';

import { useObjectUrl } from './use-object-url.ts';
import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';

/** A picture or video that was chosen on this device, as the cover of a ticket. */
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
