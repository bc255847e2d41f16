import { useEffect, useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';

import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './qr-code.module.css';
import type * as QrModule from './qr-picture.ts';

export interface LoadedQr {
  readonly qr: typeof QrModule;
  readonly picture: QrModule.QrPicture;
  /** SVG path data. */
  readonly path: string;
}

/** The code's drawing comes with its library, which nothing else needs. */
export function useQr(text: string): {
  readonly loaded: LoadedQr | undefined;
  readonly hasFailed: boolean;
} {
  const [loaded, setLoaded] = useState<LoadedQr>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    import('./qr-picture.ts').then(
      (qr) => {
        const picture = qr.drawQr(text);
        setLoaded({ qr, picture, path: qr.qrPath(picture) });
      },
      () => setHasFailed(true),
    );
  }, [text]);
  return { loaded, hasFailed };
}

export interface QrCodeProps {
  readonly loaded: LoadedQr | undefined;
  readonly label?: string;
}

export function QrCode({
  loaded,
  label = "QR code with the voucher's link",
}: QrCodeProps): ReactElement {
  // Empty paper of the same size.
  if (!loaded) return <svg className={css['qr']} viewBox="0 0 1 1" aria-hidden="true" />;
  const { picture, path } = loaded;
  return (
    <svg
      className={css['qr']}
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

async function savePng({ qr, picture }: LoadedQr, name: string): Promise<void> {
  const png = await qr.qrPng(picture);
  if (png) saveFile(png, `${name}.png`);
}

export interface QrFileProps {
  readonly loaded: LoadedQr | undefined;
  readonly ulid: string;
}

export function SaveQr({ loaded, ulid }: QrFileProps): ReactElement {
  const name = `goodies-voucher-${ulid.slice(0, 8)}`;
  return (
    <Button disabled={!loaded} onClick={() => loaded && void savePng(loaded, name)}>
      <Icon of={downloadIcon} size="sm" /> Save picture
    </Button>
  );
}
