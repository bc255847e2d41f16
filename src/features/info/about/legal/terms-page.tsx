import type { ReactElement } from 'react';

import {
  CARD_HOLD_MS,
  EXCHANGE_SPREAD_BP,
  FIRST_CARD_HOLD_MS,
  FIRST_CARD_PAYMENTS,
  HOLD_BY_HAND_MS,
  HOLD_MS,
  PLATFORM_FEE_BP,
  PREMIUM_DAYS,
  PREMIUM_PRICE_MAJOR,
  WALLET_FEE_MAJOR,
} from '../../../../../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../../../../../contract/durations.ts';
import { CURRENCIES, currencySymbol } from '../../../../../contract/money.ts';
import { formatCount } from '../../../../ui/text/format-money.ts';
import { OperatorLine } from '../contact.tsx';
import { InText, Part, TextPage } from '../text-page.tsx';

const premiumPrices = CURRENCIES.map(
  (currency) => `${currencySymbol(currency)}${formatCount(PREMIUM_PRICE_MAJOR[currency])}`,
).join(', ');
const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

const TERMS = (
  <TextPage
    title="Terms"
    lead="What you agree to when you sign up. It says what the product does, in plain words."
  >
    <Part title="Who runs this Goodies">
      <OperatorLine />
      <p>
        They are the other side of these terms. They hold the money in wallets and vouchers, and
        they decide where a person has to decide. Ask them which country’s law applies and which
        court or office you can turn to before you put in money, if it matters to you.
      </p>
    </Part>
    <Part title="Your account">
      <ul>
        <li>You are 18 or older, and you use one account of your own.</li>
        <li>Your password and your PIN are yours alone. Whoever has them can use your money.</li>
        <li>
          To withdraw, buy airtime, pay bills or make vouchers you verify your e-mail address. To
          withdraw you also set a PIN or a passkey. How much can leave your wallet in a day depends
          on how well we know you; your profile shows it, and how to raise it.
        </li>
      </ul>
    </Part>
    <Part title="Giveaways">
      <p>
        The <InText href="/rules">rules</InText> are part of these terms. A creator pays the prize
        and the fee in advance and cannot take a giveaway back once it is open. The server’s record
        names the winner, and everyone can check it.
      </p>
    </Part>
    <Part title="Payment vouchers">
      <p>
        Whoever has the code can claim the money, once, unless you named a recipient or asked for a
        release code. An unused one can be taken back by whoever made it, and comes back by itself
        when its date has passed. Treat a code like cash.
      </p>
    </Part>
    <Part title="Your wallet">
      <p>
        What is in your wallet belongs to you. You can use it here, and withdraw naira, cedis and
        shillings to a bank account or a phone in the same country. It earns no interest. A
        destination of withdrawals belongs to one person.
      </p>
      <p>
        Money that is paid by card can be played with at once. It can leave after{' '}
        {CARD_HOLD_MS / HOUR_MS} hours, and after {FIRST_CARD_HOLD_MS / HOUR_MS} hours the first{' '}
        {FIRST_CARD_PAYMENTS} times, because a bank can take it back. If you play with it or send it
        on, the same time holds for whoever gets it.
      </p>
    </Part>
    <Part title="What it costs">
      <ul>
        <li>Posting a giveaway: {percent(PLATFORM_FEE_BP)} of the prize on top of it.</li>
        <li>
          A payment voucher paid from the wallet: {formatCount(WALLET_FEE_MAJOR)} of your local
          currency.
        </li>
        <li>
          Exchanging between your own currencies: {percent(EXCHANGE_SPREAD_BP)}, which is in the
          rate that you are shown.
        </li>
        <li>
          Premium: {premiumPrices} for {PREMIUM_DAYS} days. It does not renew.
        </li>
        <li>Bills: the fee that is shown before you pay.</li>
        <li>
          Withdrawing: what the bank transfer or mobile money costs us, shown before you withdraw.
          It comes back if the withdrawal fails.
        </li>
      </ul>
      <p>You always see the full price first. Processors and banks may add their own charges.</p>
    </Part>
    <Part title="What is not allowed">
      <ul>
        <li>Many accounts or devices of one person, or programs, to win, to share or to view.</li>
        <li>Money, pictures or texts that are not yours to use, or are against the law.</li>
        <li>Trying codes, or getting around limits and waits.</li>
      </ul>
      <p>
        A prize that was won in such a way is held for {HOLD_MS / HOUR_MS} hours by the rules of the
        game, or for up to {HOLD_BY_HAND_MS / DAY_MS} days by a person who writes down why. Within
        that time a person can give it back to the voucher’s creator, and writes down why too. You
        are told by mail.
      </p>
      <p>
        Our staff can block an account and must write down why. Nobody can then log in to it. Its
        money stays in its wallet. Write to us if you think it is a mistake.
      </p>
    </Part>
    <Part title="When something does not work">
      <p>
        Networks, banks and suppliers fail. A withdrawal, airtime or bill stays pending until we
        know the result. Within 24 hours it is delivered or refunded in full.{' '}
        <InText href="/contact">How we look into it</InText>.
      </p>
    </Part>
    <Part title="Leaving">
      <p>
        You can delete your account in your profile at any time, once your wallet is empty and your
        vouchers have ended. What stays then is said on the page about{' '}
        <InText href="/privacy">privacy</InText>.
      </p>
    </Part>
  </TextPage>
);

export default function TermsPage(): ReactElement {
  return TERMS;
}
