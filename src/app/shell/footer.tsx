import type { ReactElement } from 'react';

import { readServerFacts } from '../../../local/queries/user-and-region.ts';
import { useIsClient } from '../../platform/document.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { AppLink } from '../../ui/action/button.tsx';
import { Wordmark } from '../../ui/display/logo.tsx';
import { cx } from '../../ui/cx.ts';
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

export function Footer(): ReactElement {
  // Only the browser knows the public address, so the prerendered page omits it.
  const isClient = useIsClient();
  const invitation = isClient ? `${INVITATION} ${location.origin}/welcome` : INVITATION;
  const text = encodeURIComponent(invitation);
  const inviteLinks = {
    WhatsApp: `https://wa.me/?text=${text}`,
    X: `https://x.com/intent/post?text=${text}`,
  };
  return (
    <footer className={cx(css['footer'], 'deferred')}>
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
    </footer>
  );
}
