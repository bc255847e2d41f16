import type { CSSProperties, ReactElement } from 'react';
import css from './avatar.module.css';
import { cx } from '../cx.ts';
import { hashOf } from './hash.ts';

export interface AvatarProps {
  readonly username: string;
  /** Without a loaded picture it shows two letters on a colour derived from the name. */
  readonly src?: string | null | undefined;
  /** xs is 22 px, sm 34, md 40, lg 56, xl 88. */
  readonly size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
}

/** Dark text is readable on these colours in both themes. */
const TINTS = [
  'var(--mango-500)',
  'var(--mango-200)',
  'var(--mint-500)',
  'var(--mint-200)',
  'var(--indigo-300)',
  'var(--guava-200)',
  'var(--guava-500)',
] as const;

/** A user's picture; decorative, because the name is next to it. Its letters are drawn, not text that names a button. */
export function Avatar({ username, src, size = 'md' }: AvatarProps): ReactElement {
  const tint: CSSProperties & Record<`--${string}`, string | undefined> = {
    '--tint': TINTS[hashOf(username) % TINTS.length],
  };
  return (
    <span
      className={cx('figure', css['avatar'], css[size])}
      style={tint}
      data-letters={username.slice(0, 2).toUpperCase()}
      aria-hidden="true"
    >
      {/* It covers the letters, which stay visible when it fails to load. */}
      {src && <img className="covers" src={src} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}
