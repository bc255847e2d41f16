import { useState, useSyncExternalStore, type ReactElement } from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { INSTALL_SUPPRESS_MS } from '../../../contract/constants.ts';
import { LOCAL } from '../../../contract/storage-keys.ts';
import { nativeBridge } from '../../platform/native.ts';
import {
  hasActed,
  deferredPrompt,
  subscribeToPrompt,
  takePrompt,
} from '../../platform/pwa/install-prompt.ts';
import { lazySheet, useOnceTrue } from '../../platform/lazy/lazy-component.tsx';
import { readKey, writeKey } from '../../platform/storage/small-keys.ts';
import { Button, IconButton } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { cx } from '../../ui/cx.ts';
import css from './install-card.module.css';

/** How the app can be put on the home screen here: by the browser's `prompt`, or by hand as Apple has it. */
export type InstallOffer = 'prompt' | 'by-hand';

export interface InstallEnvironment {
  readonly hasPrompt: boolean;
  readonly isApple: boolean;
  /** Whether this is the installed app, or a native one around it. */
  readonly isInstalled: boolean;
  readonly hasActed: boolean;
  /** ms since the epoch; 0 = never. */
  readonly dismissedAtMs: number;
  readonly nowMs: number;
}

/** What is offered: nothing before a first deed, and nothing for three days after it was put away (spec 9). */
export function installOfferOf(surroundings: InstallEnvironment): InstallOffer | undefined {
  const { hasPrompt, isApple, isInstalled, dismissedAtMs, nowMs } = surroundings;
  // A clock that was ahead then would put it away for years.
  const isSuppressed =
    dismissedAtMs > 0 && nowMs >= dismissedAtMs && nowMs - dismissedAtMs < INSTALL_SUPPRESS_MS;
  if (isInstalled || isSuppressed || !surroundings.hasActed) return undefined;
  if (hasPrompt) return 'prompt';
  return isApple ? 'by-hand' : undefined;
}

/** Browsers of iPhones and iPads say whether this is the installed app; a Mac's, where it is done otherwise, has no touch. */
const isAppleDevice = (): boolean => 'standalone' in navigator && navigator.maxTouchPoints > 1;

const readOffer = (): InstallOffer | undefined =>
  installOfferOf({
    hasPrompt: deferredPrompt() !== undefined,
    isApple: isAppleDevice(),
    isInstalled: matchMedia('(display-mode: standalone)').matches || nativeBridge() !== undefined,
    hasActed: hasActed(),
    dismissedAtMs: Number(readKey(LOCAL.installDismissedAt)) || 0,
    nowMs: Date.now(),
  });

function useInstallOffer(): {
  readonly offer: InstallOffer | undefined;
  readonly install: () => Promise<void>;
  readonly dismiss: () => void;
} {
  const offer = useSyncExternalStore(subscribeToPrompt, readOffer, () => undefined);
  // An offer by hand is no event of the browser's: putting it away has to draw the card anew.
  const [isDismissed, setDismissed] = useState(false);
  const dismiss = (): void => {
    writeKey(LOCAL.installDismissedAt, String(Date.now()));
    setDismissed(true);
  };
  const install = async (): Promise<void> => {
    const choice = await takePrompt()?.prompt();
    if (choice?.outcome === 'dismissed') dismiss();
  };
  return { offer: isDismissed ? undefined : offer, install, dismiss };
}

const InstallSteps = lazySheet(async () => (await import('./install-steps.tsx')).InstallSteps);

export function InstallCard(): ReactElement | null {
  const { offer, install, dismiss } = useInstallOffer();
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useOnceTrue(isOpen);
  if (offer === undefined) return null;
  return (
    <section className={cx('line', css['install'])} aria-label="Install Goodies">
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
