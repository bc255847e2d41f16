import type { ReactElement } from 'react';

import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readViewerRates } from './viewer-rates.ts';
import { WorthNote, type WorthNoteProps } from './worth-note.tsx';

export type PrizeWorthProps = Omit<WorthNoteProps, 'viewer'>;

function Foreign(props: WorthNoteProps): ReactElement {
  useRefresh((worker) => worker.refreshRates(), []);
  return <WorthNote {...props} />;
}

/** What a prize from elsewhere is worth to the viewer, where they decide whether to guess; else nothing. */
export function PrizeWorth(props: PrizeWorthProps): ReactElement | null {
  const read = useLive(readViewerRates, []);
  if (read.phase !== 'ready' || read.data.currency === props.currency) return null;
  return <Foreign {...props} viewer={read.data} />;
}
