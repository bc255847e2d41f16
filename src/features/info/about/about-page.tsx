import type { ReactElement } from 'react';

import { OperatorLine } from './contact.tsx';
import { GoOn, InText, Part, TextPage } from './text-page.tsx';

export default function AboutPage(): ReactElement {
  return (
    <TextPage
      title="About Goodies"
      lead="Vouchers that hold money, for people in Nigeria, Ghana and Kenya with any phone and any network."
    >
      <Part title="What it is">
        <p>
          Somebody posts a voucher. It holds money and has a code, of which some digits are hidden.
          You fill them in. The first right guess is paid to your wallet, at once.
        </p>
        <p>
          More digits open as people come to see the voucher, or when its time is up. In a lottery
          everybody who is right shares the prize.
        </p>
      </Part>
      <Part title="What else you can do">
        <ul>
          <li>Send money as a voucher: whoever has its code claims it.</li>
          <li>Keep money in your wallet, withdraw it, buy airtime and data, pay bills.</li>
          <li>Share vouchers and earn coins, which let you skip a wait.</li>
        </ul>
      </Part>
      <Part title="What you can rely on">
        <ul>
          <li>
            The code is sealed before the first guess. Your phone checks the seal by itself, and
            every voucher has a page that shows how.
          </li>
          <li>
            Every amount is in our books, and we check the books every hour.{' '}
            <InText href="/trust">See where the money is</InText>.
          </li>
          <li>
            What you opened once opens again without a network. Money never moves without you.
          </li>
        </ul>
      </Part>
      <Part title="Who runs it">
        <OperatorLine />
      </Part>
      <GoOn
        to={{
          'Is this giveaway real?': '/check',
          'Read the rules': '/rules',
          'Find help': '/help',
        }}
      />
    </TextPage>
  );
}
