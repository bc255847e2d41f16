import type { ReactElement } from 'react';

import type { Voucher } from '../../../contract/vouchers.ts';
import { ListCloth, listMediaClass } from '../../ui/ticket/list-ticket.tsx';
import { useBrokenPicture } from './use-broken-picture.ts';
import { listCoverSizes } from './list-cover-sizes.ts';

/** A cover in a list; one that cannot be loaded leaves the cloth with its mascot. */
export function ListCover({
  cover,
}: {
  readonly cover: NonNullable<Voucher['cover']>;
}): ReactElement {
  const [isBroken, watch] = useBrokenPicture(cover.src);
  if (isBroken) return <ListCloth />;
  return (
    <img
      className={listMediaClass}
      src={cover.src}
      {...listCoverSizes(cover)}
      alt=""
      loading="lazy"
      decoding="async"
      {...watch}
    />
  );
}
