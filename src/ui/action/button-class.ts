import css from './button.module.css';
import { cx } from '../cx.ts';

export interface ButtonLook {
  /** One primary per view; mango on a band, ink on a ticket, claim only for claiming a prize. */
  readonly variant?:
    | 'primary'
    | 'secondary'
    | 'mango'
    | 'ghost'
    | 'line'
    | 'danger'
    | 'band'
    | 'ink'
    | 'claim'
    | undefined;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  /** As wide as its parent. */
  readonly block?: boolean | undefined;
  readonly className?: string | undefined;
}

/** The classes of a button's look, shared by the button and the link that looks like one. */
export const buttonClass = ({ variant = 'secondary', size = 'md', block, className }: ButtonLook) =>
  cx(css['button'], css[variant], css[size], block && css['block'], className);
