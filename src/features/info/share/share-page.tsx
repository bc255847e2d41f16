import { useEffect, useState, type ReactElement } from 'react';

import { findCode } from '../../../../contract/vouchers/voucher-code.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { CACHES, SHARED_PICTURE } from '../../../../contract/storage-keys.ts';
import { readScanned, type Scanned } from '../../../shared/payment-vouchers/read-scanned.ts';
import { parseUrl, loginPathFor } from '../../../platform/routing/next-path.ts';
import { fillCode, openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';

/** What another app shared, as the manifest's share target names it; each may be missing. */
export interface Shared {
  readonly title?: string | null;
  readonly text?: string | null;
  readonly url?: string | null;
}

/** A message with a link in it; what is longer holds no link of ours. */
const MAX_CHARS = 4_000;
const PROTOCOL = /^web\+goodies:\/*/;
const LINK = /https?:\/\/[^\s<>"']+/g;
/** What a sentence or a chat's markup puts after a link. */
const AFTER_LINK = /[^\w/=-]+$/;
/** No pages of the app, this one itself, and what a browser takes for another site. */
const NO_PAGE = /^\/(?:\/|(?:share|api|sandbox|covers)(?:\/|$))/;

/** `web+goodies:` before a code or a path of the app, as the manifest's protocol handler gets it. */
function withoutProtocol(text: string, origin: string): string {
  if (!PROTOCOL.test(text)) return text;
  const rest = text.replace(PROTOCOL, '');
  return /^\d+$/.test(rest) ? rest : `${origin}/${rest}`;
}

/** A link of this app that is no voucher's leads where it says. */
function readPage(link: string, origin: string): Scanned | undefined {
  const url = parseUrl(link);
  if (!url) return undefined;
  const { origin: from, pathname, search } = url;
  if (from !== origin || NO_PAGE.test(pathname)) return undefined;
  return { kind: 'page', path: pathname + search };
}

/**
 * Finds the voucher in what was shared with the app: a link of ours, or a code of 13 digits, also in the middle of a
 * message. Links are looked for first, and those of other sites lead nowhere.
 * @param origin scheme and host of this app
 * @returns undefined where there is none
 */
export function readShared({ title, text, url }: Shared, origin: string): Scanned | undefined {
  const texts = [url, text, title].map((one) =>
    withoutProtocol((one ?? '').slice(0, MAX_CHARS).trim(), origin),
  );
  const links = texts
    .flatMap((one) => one.match(LINK) ?? [])
    .map((link) => link.replace(AFTER_LINK, ''));
  const codes = texts.map(findCode);
  const found = [
    ...links.map((link) => readScanned(link, origin)),
    ...codes.map((code) => code && ({ kind: 'code', code } as const)),
    ...links.map((link) => readPage(link, origin)),
  ];
  return found.find((one) => typeof one === 'object');
}

const replaceWith = (path: string): void => navigate(path, { replace: true });

/** The picture that the service worker has left here; it is read once. */
async function takePicture(): Promise<Blob | undefined> {
  const cache = await caches.open(CACHES.shared);
  const picture = await cache.match(SHARED_PICTURE);
  await caches.delete(CACHES.shared);
  return picture?.blob();
}

/** What is said where nothing of ours was found. */
export type Rubbish = 'text' | 'no-code' | 'other-code' | 'unreadable';

/** Goes where the code in a shared picture leads. @returns why there is nowhere to go */
export async function openPicture(): Promise<Rubbish | undefined> {
  try {
    const picture = await takePicture();
    if (!picture) return 'text';
    const text = await (await import('../../../shared/qr/read-qr.ts')).readQr(picture);
    if (text === undefined) return 'no-code';
    return (await open({ text })) ? undefined : 'other-code';
  } catch {
    return 'unreadable';
  }
}

/** Goes where what was shared belongs. @returns whether there is such a place */
async function open(shared: Shared): Promise<boolean> {
  const found = readShared(shared, location.origin);
  if (found === undefined) return false;
  if (found.kind === 'page') {
    replaceWith(found.path);
  } else if ((await readSession()) === 'signed-in') {
    fillCode(found.code);
    replaceWith('/');
  } else {
    toast(errorMessage('redeem_login_required'), { kind: 'error' });
    replaceWith(loginPathFor(`/share?text=${found.code}`));
  }
  return true;
}

const SAID: Readonly<Record<Rubbish, { readonly title: string; readonly help: string }>> = {
  text: {
    title: 'No voucher in this',
    help: 'Share the link of a voucher with Goodies, its 13 digits, or a picture of its QR code.',
  },
  'no-code': {
    title: 'No QR code in this picture',
    help: 'Share a picture in which the whole QR code is sharp, or type the 13 digits of the voucher.',
  },
  'other-code': {
    title: 'This QR code is not ours',
    help: 'It does not lead to a voucher on Goodies. Nothing was opened.',
  },
  unreadable: {
    title: 'This picture could not be read',
    help: 'Check your connection and share it again, or type the 13 digits of the voucher.',
  },
};

/** Where the system brings what is shared with the installed app: to its voucher, or into the redeem sheet. */
export default function SharePage(): ReactElement {
  const query = useQuery();
  const [rubbish, setRubbish] = useState<Rubbish>();
  useEffect(() => {
    const [title, text, url] = ['title', 'text', 'url'].map((name) => query.get(name));
    void open({ title: title ?? null, text: text ?? null, url: url ?? null }).then(
      async (isOpened) => {
        if (!isOpened) setRubbish(query.has('picture') ? await openPicture() : 'text');
      },
    );
  }, [query]);
  const said = rubbish && SAID[rubbish];
  return (
    <Page>
      <Narrow className="stack g4">
        <PageHead>
          <h1>{said?.title ?? 'Opening what was shared'}</h1>
        </PageHead>
        {said && (
          <>
            <p className="muted">{said.help}</p>
            <Button variant="primary" block onClick={openRedeem}>
              Enter a code
            </Button>
            <ButtonLink href="/" block>
              Go to home
            </ButtonLink>
          </>
        )}
      </Narrow>
    </Page>
  );
}

/** Where the app icon's shortcut leads: home, with the redeem sheet over it. */
export function RedeemPage(): ReactElement {
  useEffect(() => {
    openRedeem();
    replaceWith('/');
  }, []);
  return (
    <Page>
      <h1>Redeem</h1>
    </Page>
  );
}
