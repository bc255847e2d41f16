import type { ReactElement } from 'react';

import css from './upload-progress.module.css';

const PERCENT = 100;

/** How much of the cover has left the device. @param fraction 0 to 1 */
export function UploadProgress({ fraction }: { readonly fraction: number }): ReactElement {
  const percent = Math.round(fraction * PERCENT);
  return (
    <label className={css['upload']}>
      {percent < PERCENT ? `Uploading the cover, ${percent}%` : 'Cover sent, saving'}
      <progress max={PERCENT} value={percent} />
    </label>
  );
}
