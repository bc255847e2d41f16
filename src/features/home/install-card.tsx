import { useState, type ReactElement } from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { lazySheet } from '../../platform/lazy/lazy-sheet.tsx';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';
import { useInstallOffer } from './install-offer.ts';
import { Button, IconButton } from '../../ui/action/button.tsx';
import css from './install-card.module.css';
import { Icon } from '../../ui/icon.tsx';

const InstallSteps = lazySheet(async () => (await import('./install-steps.tsx')).InstallSteps);

/** Offers to put the app on the home screen, where that can be done; never in the way. */
export function InstallCard(): ReactElement | null {
  const { offer, install, dismiss } = useInstallOffer();
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useOnceTrue(isOpen);
  if (offer === undefined) return null;
  return (
    <section className={css['install']} aria-label="Install Goodies">
      <img src="/icons/logo-mark.svg" alt="" width="48" height="48" />
      <div className="grow">
        <strong>Install Goodies</strong>
        <p className={css['note']}>Opens fast and works offline.</p>
      </div>
      <Button
        variant="mango"
        size="sm"
        onClick={() => (offer === 'prompt' ? void install() : setIsOpen(true))}
      >
        {offer === 'prompt' ? 'Install' : 'How'}
      </Button>
      <IconButton className={css['close']} label="Not now" onClick={dismiss}>
        <Icon of={xIcon} size="md" />
      </IconButton>
      {/* Once opened it stays: a dialog that is taken away cannot give the focus back. */}
      {wasOpened && <InstallSteps open={isOpen} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
