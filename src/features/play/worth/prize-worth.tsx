import type { ReactElement } from 'react';

import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { readViewerRates } from '../../../shared/rates/viewer-rates.ts';
import type { WorthNoteProps } from '../../../shared/rates/worth-note.tsx';

// Most prizes are of the viewer's own region.
const ForeignWorth = lazyComponent(async () => (await import('./foreign-worth.tsx')).ForeignWorth);

export type PrizeWorthProps = Omit<WorthNoteProps, 'viewer'>;

/** What a prize from elsewhere is worth to the viewer, where they decide whether to guess; else nothing. */
export function PrizeWorth(props: PrizeWorthProps): ReactElement | null {
  const read = useLive(readViewerRates, []);
  if (read.phase !== 'ready' || read.data.currency === props.currency) return null;
  return <ForeignWorth {...props} viewer={read.data} />;
}
