import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { Link } from 'wouter';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { cx } from '../cx.ts';
import { Dots } from '../feedback/dots.tsx';
import { Icon } from '../icon.tsx';
import css from './button.module.css';

export interface ButtonLook {
  /**
   * Use one primary per view; mango is for a band, ink for a ticket, claim for claiming a prize.
   */
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
  readonly block?: boolean | undefined;
  readonly className?: string | undefined;
}

/** The classes that buttons and button-like links share. */
export const buttonClass = ({ variant = 'secondary', size = 'md', block, className }: ButtonLook) =>
  cx('edged inline', css['button'], css[variant], css[size], block && css['block'], className);

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** Shows dots instead of the label, keeps width and focus, and blocks clicks. */
  readonly loading?: boolean;
  /** The text that a screen reader announces while loading. */
  readonly loadingLabel?: string;
  /** It looks disabled but receives taps, so that the app can explain why. */
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
  // `disabled` would drop the keyboard focus during the wait.
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
        <span className="middle covers">
          <Dots />
          <span className="vh">{loadingLabel}</span>
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The name for screen readers, because the button shows only an icon. */
  readonly label: string;
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
  /** Replaces the history entry; it works only for links inside the app. */
  readonly replace?: boolean;
  /** Marks the link as `ugc`, because a user wrote this address. */
  readonly isUserContent?: boolean;
}

/** A link that navigates inside the app without a reload and opens other sites in a new tab. */
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

export interface PressProps extends Pick<
  ComponentProps<'a'>,
  'className' | 'role' | 'tabIndex' | 'children'
> {
  readonly href?: string | undefined;
  readonly onClick?: (() => void) | undefined;
}

/** A link with `href`, else a button. */
export const Press = ({ href, ...rest }: PressProps): ReactElement =>
  href ? <AppLink {...rest} href={href} /> : <button type="button" {...rest} />;

export function TextButton({ className, ...rest }: ComponentProps<'button'>): ReactElement {
  return <button type="button" {...rest} className={cx('inline', css['text-button'], className)} />;
}

/** A link that looks like a text button. */
export function TextLink({ className, ...rest }: AppLinkProps): ReactElement {
  return <AppLink {...rest} className={cx('inline', css['text-button'], className)} />;
}

interface ButtonLinkProps extends ButtonLook, Omit<AppLinkProps, 'className'> {}

/** A link that looks like a button. */
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
  /** The name for screen readers. */
  readonly label: string;
}

/** A link that looks like an icon button. */
export function IconLink({ label, className, ...rest }: IconLinkProps): ReactElement {
  return (
    <AppLink {...rest} aria-label={label} className={cx(css['icon-button'], className) ?? ''} />
  );
}

/** The link back, placed before a page's h1. */
export function BackLink({
  href,
  label = 'Back',
}: {
  readonly href: string;
  readonly label?: string | undefined;
}): ReactElement {
  return (
    <IconLink href={href} label={label}>
      <Icon of={arrowLeftIcon} />
    </IconLink>
  );
}
