import type { ReactElement } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { Icon } from '../icon.tsx';
import { IconLink } from './icon-link.tsx';

/** The way back, before the h1 of a page. */
export function BackLink({
  href,
  label = 'Back',
}: {
  readonly href: string;
  readonly label?: string;
}): ReactElement {
  return (
    <IconLink href={href} label={label}>
      <Icon of={arrowLeftIcon} />
    </IconLink>
  );
}
