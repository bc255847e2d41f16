import type { ReactElement } from 'react';

import { AppLink } from '../../ui/app-link.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import css from './footer.module.css';

const SOCIAL_LINKS = [
  { name: 'X', href: 'https://x.com/goodies' },
  { name: 'Instagram', href: 'https://www.instagram.com/goodies' },
  { name: 'WhatsApp', href: 'https://wa.me/channel/goodies' },
] as const;

/** What the product is, links, and the version for anyone who writes to support. */
export function Footer(): ReactElement {
  return (
    <footer className={css['footer']}>
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
          <h2 className={css['heading']}>Follow us</h2>
          <p className={css['social']}>
            {SOCIAL_LINKS.map(({ name, href }) => (
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
