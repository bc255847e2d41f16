import type { ReactElement } from 'react';

import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { WorthNote, type WorthNoteProps } from '../../../shared/rates/worth-note.tsx';

/** What a prize from elsewhere is worth, at rates that are kept current. */
export function ForeignWorth(props: WorthNoteProps): ReactElement {
  useRefresh((worker) => worker.refreshRates(), []);
  return <WorthNote {...props} />;
}
