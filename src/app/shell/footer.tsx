import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { readServerFacts } from '../../../local/queries/user-and-region.ts';
import { useIsClient } from '../../platform/document.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { AppLink } from '../../ui/action/button.tsx';
import { Wordmark } from '../../ui/display/logo.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { routeFor } from '../match-route.ts';
import css from './footer.module.css';
import { Quiet } from '../../platform/lazy/lazy-component.tsx';

const INVITATION = 'Guess the hidden digits, win the voucher: Goodies';

const ABOUT = { 'About Goodies': '/about', Rules: '/rules', 'Where the money is': '/trust' };
const QUICK = { Home: '/', 'My Vouchers': '/my-vouchers', Help: '/help', Contact: '/contact' };
const LEGAL = { Terms: '/terms', Privacy: '/privacy' };

interface LinksProps {
  readonly of: readonly (readonly [name: string, href: string])[];
}

const Links = ({ of }: LinksProps): ReactElement => (
  <>
    {of.map(([name, href]) => (
      <AppLink key={href} href={href}>
        {name}
      </AppLink>
    ))}
  </>
);

const NAMES: Readonly<Record<string, string>> = {
  'x.com': 'X',
  'twitter.com': 'X',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'linkedin.com': 'LinkedIn',
  'whatsapp.com': 'WhatsApp',
  'wa.me': 'WhatsApp',
  't.me': 'Telegram',
};

export function socialName(href: string): string {
  const host = new URL(href).hostname.replace(/^www\./, '');
  const known = Object.keys(NAMES).find((name) => host === name || host.endsWith(`.${name}`));
  return known === undefined ? host : (NAMES[known] ?? host);
}

function FollowUs(): ReactElement | null {
  const { data: facts } = useLive(readServerFacts, []);
  const links = facts?.operator?.social_links ?? [];
  if (links.length === 0) return null;
  return (
    <nav aria-label="Follow us">
      <h2 className="lg">Follow us</h2>
      <p className={css['links']}>
        <Links of={links.map((href) => [socialName(href), href])} />
      </p>
    </nav>
  );
}

/** On phones a signed-in user's page ends with one line, which opens the rest. */
export function Footer(): ReactElement {
  const { path } = useAppLocation();
  const isFoldable = routeFor(path).access === 'signed-in';
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpen = openedOn === path;
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();
  useEffect(() => {
    if (isOpen) content.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <footer className={cx(css['footer'], isFoldable && css['foldable'], 'deferred')}>
      {isFoldable && (
        <button
          type="button"
          className={cx('line apart sm muted', css['fold'])}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpenedOn(isOpen ? undefined : path)}
        >
          About, help and terms
          <Icon of={chevronDownIcon} size="sm" />
        </button>
      )}
      <div ref={content} id={contentId} className={css['band']} data-open={isOpen}>
        <Content />
      </div>
    </footer>
  );
}

function Content(): ReactElement {
  // Only the browser knows the public address, so the prerendered page omits it.
  const isClient = useIsClient();
  const invitation = isClient ? `${INVITATION} ${location.origin}/welcome` : INVITATION;
  const text = encodeURIComponent(invitation);
  const inviteLinks = {
    WhatsApp: `https://wa.me/?text=${text}`,
    X: `https://x.com/intent/post?text=${text}`,
  };
  return (
    <div className={css['inside']}>
      <div>
        <Wordmark onBand />
        <p className={css['text']}>
          Voucher giveaways, wallet and rewards for Nigeria, Ghana and Kenya.
        </p>
      </div>
      <nav aria-label="About">
        <h2 className="lg">About</h2>
        <p className={css['text']}>
          Creators post vouchers. You guess the hidden digits. A correct guess is paid to your
          wallet.
        </p>
        <div className={css['links']}>
          <Links of={Object.entries(ABOUT)} />
        </div>
      </nav>
      <nav aria-label="Quick Links">
        <h2 className="lg">Quick Links</h2>
        <div className={css['links']}>
          <Links of={Object.entries(QUICK)} />
        </div>
      </nav>
      <div>
        <h2 className="lg">Tell your friends</h2>
        <p className={css['links']}>
          <Links of={Object.entries(inviteLinks)} />
        </p>
        <Quiet>
          <FollowUs />
        </Quiet>
        <nav className={css['links']} aria-label="Terms">
          <Links of={Object.entries(LEGAL)} />
        </nav>
        <p className={css['text']}>© 2026 Goodies. Version {__APP_VERSION__}</p>
      </div>
    </div>
  );
}
