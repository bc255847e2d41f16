import type { ReactElement } from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { dismissInstall, install, useCanInstall } from '../../platform/pwa/install-prompt.ts';
import { Button } from '../../ui/action/button.tsx';
import { IconButton } from '../../ui/action/icon-button.tsx';
import css from './install-card.module.css';
import { Icon } from '../../ui/icon.tsx';

/** Offers to put the app on the home screen, where the browser can; never in the way. */
export function InstallCard(): ReactElement | null {
  if (!useCanInstall()) return null;
  return (
    <section className={css['install']} aria-label="Install Goodies">
      <img src="/icons/logo-mark.svg" alt="" width="48" height="48" />
      <div className="grow">
        <strong>Install Goodies</strong>
        <p className={css['note']}>Opens fast and works offline.</p>
      </div>
      <Button variant="mango" size="sm" onClick={() => void install()}>
        Install
      </Button>
      <IconButton className={css['close']} label="Not now" onClick={dismissInstall}>
        <Icon of={xIcon} size="md" />
      </IconButton>
    </section>
  );
}
