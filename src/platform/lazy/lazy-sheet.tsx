import { useEffect, type ComponentType, type ReactElement } from 'react';

import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { toast } from '../toast-store.ts';
import { lazyComponent, type LazyComponent } from './lazy-component.tsx';

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** If the download fails twice the sheet closes, so that the next tap retries. */
export function lazySheet<Props extends SheetProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Part = lazyComponent(load);
  function LazySheet(props: Props): ReactElement {
    const { open, onClose } = props;
    useEffect(() => {
      if (!open) return;
      Part.preload().catch(() => {
        toast(DEVICE_ERRORS.network.message, { kind: 'error' });
        onClose();
      });
    }, [open, onClose]);
    return <Part {...props} />;
  }
  return Object.assign(LazySheet, { preload: () => Part.preload() });
}
