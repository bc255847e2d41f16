import type { ReactElement } from 'react';

import { cx } from '../cx.ts';
import css from './upload-progress.module.css';

const PERCENT = 100;

/** The progress of an upload. @param fraction 0 to 1 */
export function UploadProgress({ fraction }: { readonly fraction: number }): ReactElement {
  const percent = Math.round(fraction * PERCENT);
  return (
    <label className={cx('stack g2 sm', css['upload'])}>
      {percent < PERCENT ? `Uploading the cover, ${percent}%` : 'Cover sent, saving'}
      <progress max={PERCENT} value={percent} />
    </label>
  );
}
