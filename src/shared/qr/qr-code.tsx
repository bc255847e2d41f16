import { useEffect, useMemo, useState, type ReactElement } from 'react';
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

interface DrawQr {
  /** Undefined while the drawing's code is loaded. */
  readonly draw: ((text: string) => LoadedQr) | undefined;
  readonly hasFailed: boolean;
}

/** The drawing comes with its library, which nothing else needs. */
export function useDrawQr(): DrawQr {
  const [draw, setDraw] = useState<DrawQr['draw']>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    import('./qr-picture.ts').then(
      (qr) =>
        setDraw(() => (text: string) => {
          const picture = qr.drawQr(text);
          return { qr, picture, path: qr.qrPath(picture) };
        }),
      () => setHasFailed(true),
    );
  }, []);
  return { draw, hasFailed };
}

export function useQr(text: string): {
  readonly loaded: LoadedQr | undefined;
  readonly hasFailed: boolean;
} {
  const { draw, hasFailed } = useDrawQr();
  const loaded = useMemo(() => draw?.(text), [draw, text]);
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
