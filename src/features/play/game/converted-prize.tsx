import type { ReactElement } from 'react';

import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { WorthNote, type WorthNoteProps } from '../../../shared/rates/worth-note.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { readViewerRates } from '../../../shared/rates/viewer-rates.ts';

function ForeignPrize(props: WorthNoteProps): ReactElement {
  useRefresh((worker) => worker.refreshRates(), []);
  return <WorthNote {...props} />;
}

type ConvertedPrizeProps = Omit<WorthNoteProps, 'viewer'>;

export function ConvertedPrize(props: ConvertedPrizeProps): ReactElement | null {
  const read = useLive(readViewerRates, []);
  if (read.phase !== 'ready' || read.data.currency === props.currency) return null;
  return <ForeignPrize {...props} viewer={read.data} />;
}
