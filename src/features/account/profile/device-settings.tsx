import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';

import { writeCachedDataSaver } from '../../../../local/keys.ts';
import { chooseDataSaver, isDataSaverOn } from '../../../platform/data-saver.ts';
import { chooseTheme, currentTheme } from '../../../platform/theme.ts';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatBytes } from '../../../ui/text/format-text.ts';

function useStoredBytes(): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ usage }) => setBytes(usage),
      () => undefined,
    );
  }, []);
  return bytes;
}

/** The page's header, other tabs and, while nothing is chosen, the system change it. */
const onTheme = (notify: () => void): (() => void) => {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', notify);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', notify);
  };
};

export function DeviceSettings(): ReactElement {
  const isDark = useSyncExternalStore(onTheme, currentTheme) === 'dark';
  const [isSaving, setIsSaving] = useState(isDataSaverOn);
  const storedBytes = useStoredBytes();
  return (
    <Card className="stack g3" aria-labelledby="device">
      <h2 id="device">This device</h2>
      <SwitchRow
        label="Data saver"
        note="Small pictures, videos wait for a tap, and nothing is fetched ahead"
        checked={isSaving}
        onChange={({ target }) => {
          chooseDataSaver(target.checked);
          // For the service worker, which otherwise follows the browser's setting.
          writeCachedDataSaver(target.checked).catch(() => undefined);
          setIsSaving(target.checked);
        }}
      />
      <SwitchRow
        label="Dark theme"
        checked={isDark}
        onChange={({ target }) => chooseTheme(target.checked ? 'dark' : 'light')}
      />
      {storedBytes !== undefined && (
        <p className="sm muted">
          Goodies keeps {formatBytes(storedBytes)} here, for when you are offline.
        </p>
      )}
    </Card>
  );
}
