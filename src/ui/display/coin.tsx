import type { ReactElement } from 'react';
import { Asterisk } from '../code/asterisk.tsx';
import css from './coin.module.css';

/** The coin icon next to a number of points. */
export function Coin(): ReactElement {
  return (
    <span className={css['coin']} aria-hidden="true">
      <Asterisk />
    </span>
  );
}
