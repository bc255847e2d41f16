import type { ReactElement } from 'react';

import { useIsClient } from '../../platform/clock/use-is-client.ts';
import { AppLink } from '../../ui/action/app-link.tsx';
import { Wordmark } from '../../ui/display/wordmark.tsx';
import { cx } from '../../ui/cx.ts';
import css from './footer.module.css';

const INVITATION = 'Guess the hidden digits, win the voucher: Goodies';

/** Where people can tell others; each network opens its own form with the invitation filled in. */
function socialLinks(invitation: string): { name: string; href: string }[] {
  const text = encodeURIComponent(invitation);
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${text}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}` },
  ];
}

/** What the product is, links, and the version for anyone who writes to support. */
export function Footer(): ReactElement {
  // The address that people know is the browser's to tell; the prerendered page leaves it out.
  const isClient = useIsClient();
  const invitation = isClient ? `${INVITATION} ${location.origin}/welcome` : INVITATION;
  return (
    <footer className={cx(css['footer'], 'deferred')}>
      <div className={css['inside']}>
        <div>
          <Wordmark onBand />
          <p className={css['text']}>
            Voucher giveaways, wallet and rewards for Nigeria, Ghana and Kenya.
          </p>
        </div>
        <div>
          <h2 className={css['heading']}>About</h2>
          <p className={css['text']}>
            Creators post vouchers. You guess the hidden digits. A correct guess is paid to your
            wallet.
          </p>
        </div>
        <nav aria-label="Quick Links">
          <h2 className={css['heading']}>Quick Links</h2>
          <AppLink href="/">Home</AppLink>
          <AppLink href="/my-vouchers">My Vouchers</AppLink>
        </nav>
        <div>
          <h2 className={css['heading']}>Tell your friends</h2>
          <p className={css['social']}>
            {socialLinks(invitation).map(({ name, href }) => (
              <AppLink key={name} href={href}>
                {name}
              </AppLink>
            ))}
          </p>
          <p className={css['text']}>© 2026 Goodies. Version {__APP_VERSION__}</p>
        </div>
      </div>
    </footer>
  );
}
