import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { Link } from 'wouter';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { cx } from '../cx.ts';
import { Dots } from '../feedback/dots.tsx';
import { Icon } from '../icon.tsx';
import css from './button.module.css';

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

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** Shows three dots in place of the label, keeps width and focus, and lets no click through. */
  readonly loading?: boolean;
  /** What a screen reader hears while loading. */
  readonly loadingLabel?: string;
  /** Looks and is announced as disabled; unlike with `disabled` a tap comes through, to be told why. */
  readonly 'aria-disabled'?: boolean;
}

export function Button({
  variant,
  size,
  block,
  className,
  loading = false,
  loadingLabel = 'Please wait',
  type = 'button',
  onClick,
  'aria-disabled': isUnavailable = false,
  children,
  ...rest
}: ButtonProps): ReactElement {
  // Not `disabled`: a disabled button would drop the keyboard focus in the middle of the wait.
  const swallow = (event: MouseEvent): void => event.preventDefault();
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || isUnavailable || undefined}
      onClick={loading ? swallow : onClick}
    >
      <span className={css['label']}>{children}</span>
      {loading && (
        <span className={css['wait']}>
          <Dots />
          <span className="vh">{loadingLabel}</span>
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
  /** glass over a picture. */
  readonly variant?: 'plain' | 'glass';
}

export function IconButton({
  label,
  variant = 'plain',
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(css['icon-button'], css[variant], className)}
    />
  );
}

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
  /** Replaces the history entry instead of adding one; inside the app only. */
  readonly replace?: boolean;
  /** Anybody may have written this address, so search engines should make nothing of it. */
  readonly isUserContent?: boolean;
}

/** A link: inside the app it navigates without a reload, elsewhere it opens a tab that cannot reach back. */
export function AppLink(props: AppLinkProps): ReactElement {
  const { href, replace, isUserContent, children, ...rest } = props;
  if (href.startsWith('/') && !href.startsWith('//')) {
    const { className, ...anchor } = rest;
    return (
      <Link href={href} replace={replace ?? false} {...(className && { className })} {...anchor}>
        {children}
      </Link>
    );
  }
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel={isUserContent ? 'noopener noreferrer nofollow ugc' : 'noopener noreferrer'}
    >
      {children}
    </a>
  );
}

export function TextButton({ className, ...rest }: ComponentProps<'button'>): ReactElement {
  return <button type="button" {...rest} className={cx(css['text-button'], className)} />;
}

/** The same look for a link. */
export function TextLink({ className, ...rest }: AppLinkProps): ReactElement {
  return <AppLink {...rest} className={cx(css['text-button'], className)} />;
}

interface ButtonLinkProps extends ButtonLook, Omit<AppLinkProps, 'className'> {}

/** A link that looks like a button: for going somewhere, where a button does something. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...rest
}: ButtonLinkProps): ReactElement {
  return <AppLink {...rest} className={buttonClass({ variant, size, block, className })} />;
}

interface IconLinkProps extends Omit<AppLinkProps, 'aria-label'> {
  /** Where it leads, for those who do not see the icon. */
  readonly label: string;
}

/** A link that looks like an icon button. */
export function IconLink({ label, className, ...rest }: IconLinkProps): ReactElement {
  return (
    <AppLink {...rest} aria-label={label} className={cx(css['icon-button'], className) ?? ''} />
  );
}

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
