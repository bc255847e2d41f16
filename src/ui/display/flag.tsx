import type { ReactElement } from 'react';
import { REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import css from './flag.module.css';

const DRAWN: Readonly<Record<RegionKey, ReactElement>> = {
  nigeria: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#008751" d="M0 0h8v16H0zM16 0h8v16h-8z" />
    </>
  ),
  ghana: (
    <>
      <path fill="#fcd116" d="M0 0h24v16H0z" />
      <path fill="#ce1126" d="M0 0h24v5.33H0z" />
      <path fill="#006b3f" d="M0 10.67h24V16H0z" />
      <path fill="#111" d="m12 5 .9 2.1h2.2l-1.8 1.4.7 2.2-2-1.3-2 1.3.7-2.2-1.8-1.4h2.2z" />
    </>
  ),
  kenya: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#111" d="M0 0h24v4.7H0z" />
      <path fill="#b00" d="M0 5.6h24v4.8H0z" />
      <path fill="#006b3f" d="M0 11.3h24V16H0z" />
      <ellipse cx="12" cy="8" rx="2.3" ry="4.6" fill="#b00" stroke="#111" strokeWidth=".6" />
      <ellipse cx="12" cy="8" rx=".7" ry="1.8" fill="#fff" />
    </>
  ),
};

/** A region's flag, named for screen readers. */
export function Flag({ region }: { readonly region: RegionKey }): ReactElement {
  return (
    <svg className={css['flag']} viewBox="0 0 24 16" role="img" aria-label={REGIONS[region].name}>
      {DRAWN[region]}
    </svg>
  );
}
