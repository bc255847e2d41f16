import type { CSSProperties, ReactElement } from 'react';
import css from './avatar.module.css';
import { cx } from '../cx.ts';
import { hashOf } from './hash.ts';

export interface AvatarProps {
  readonly username: string;
  /** Address of a picture; until it has loaded, and without it, two letters on a colour of the person's own. */
  readonly src?: string | null | undefined;
  /** xs 22 px inside a chip, sm 34, md 40, lg 56, xl 88. */
  readonly size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
}

/** Pale dyes on which ink is readable in both themes. */
const TINTS = [
  'var(--mango-500)',
  'var(--mango-200)',
  'var(--mint-500)',
  'var(--mint-200)',
  'var(--indigo-300)',
  'var(--guava-200)',
  'var(--guava-500)',
] as const;

/** A person. Decorative: their name stands beside it or labels the control around it. */
export function Avatar({ username, src, size = 'md' }: AvatarProps): ReactElement {
  const tint: CSSProperties & Record<`--${string}`, string | undefined> = {
    '--tint': TINTS[hashOf(username) % TINTS.length],
  };
  return (
    <span className={cx(css['avatar'], css[size])} style={tint} aria-hidden="true">
      {src && <img src={src} alt="" loading="lazy" decoding="async" />}
      {username.slice(0, 2).toUpperCase()}
    </span>
  );
}
