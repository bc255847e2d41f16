import type { ReactElement } from 'react';

import { REGION_KEYS } from '../../../../contract/region-table.ts';
import { Band, Page } from '../../../ui/layout/layout.tsx';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { Flag } from '../../../ui/display/flag.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { DemoTicket } from './demo-ticket.tsx';
import { FeaturedSection } from './featured-section.tsx';
import { RevealWays } from './reveal-ways.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './welcome.module.css';

function Hero(): ReactElement {
  return (
    <section className={css['hero']}>
      <div className="stack g5">
        <h1 className={css['headline']}>Guess the digits. Win the voucher.</h1>
        <p className="lg muted">
          Free to play in Nigeria, Ghana and Kenya. A correct guess is paid to your wallet.
        </p>
        <div className="deferred cluster g3">
          <ButtonLink href="/signup" variant="primary" size="lg">
            Sign Up
          </ButtonLink>
          <ButtonLink href="/login" variant="line" size="lg">
            Log In
          </ButtonLink>
        </div>
        <p className="deferred cluster g2 sm muted">
          {REGION_KEYS.map((region) => (
            <Flag key={region} region={region} />
          ))}
          <span>₦, GH₵ and KSh</span>
        </p>
      </div>
      <DemoTicket />
    </section>
  );
}

function ShareBand(): ReactElement {
  return (
    <Band className={cx('deferred', css['share'])}>
      <Mascot mood="sticker-win" className={css['bird']} />
      <div className="stack g2">
        <h2 className={css['heading']}>Share and earn 50 coins</h2>
        <p className="muted">
          Coins skip the wait between guesses and add entries to a lottery. The top 10 sharers share
          50% of the pool.
        </p>
      </div>
      <ButtonLink href="/signup" variant="mango" size="lg">
        Sign Up
      </ButtonLink>
    </Band>
  );
}

/** What visitors see first: what this is, an example, and what can be won now. */
export default function WelcomePage(): ReactElement {
  return (
    <Page className={css['welcome']}>
      <Hero />
      <FeaturedSection />
      <RevealWays />
      <ShareBand />
    </Page>
  );
}
