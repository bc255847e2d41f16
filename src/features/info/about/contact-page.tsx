import type { ReactElement } from 'react';

import { RECONCILE_UNTIL_MS } from '../../../../contract/constants.ts';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { OperatorLine } from './contact.tsx';
import { GoOn, InText, Part, TextPage } from './text-page.tsx';

export default function ContactPage(): ReactElement {
  return (
    <TextPage title="Contact" lead="How to reach us, and what to write.">
      <Part title="Write to us">
        <OperatorLine />
        <p>Say:</p>
        <ul>
          <li>your username;</li>
          <li>what you did, what happened and when;</li>
          <li>for money, the reference on the receipt.</li>
        </ul>
        <p>
          <strong>Never send a password, your PIN or the code of a voucher.</strong> Nobody at
          Goodies asks for them.
        </p>
      </Part>
      <Part title="How a payment is looked into">
        <ol>
          <li>
            Look at <InText href="/transactions">your transactions</InText>. While a payment is
            pending, we keep asking the processor, for up to {RECONCILE_UNTIL_MS / HOUR_MS} hours.
            You need not keep the page open.
          </li>
          <li>
            Once the processor confirms it, the money is in your wallet. It is added only once,
            however often you come back.
          </li>
          <li>
            If your bank or your phone says that you paid, and a day later it is neither in your
            wallet nor returned, open the receipt and report the problem there, with the reference
            from their message. We answer in <InText href="/cases">your cases</InText>.
          </li>
        </ol>
        <p>
          A withdrawal, airtime or bill that fails comes back to your wallet in full. Until we know
          the result it stays pending, so that it is never paid twice. Within 24 hours it is
          delivered or refunded.
        </p>
      </Part>
      <Part title="You found a security problem">
        <p>Write to the same address before you tell anybody else. Thank you.</p>
      </Part>
      <GoOn to={{ 'Find help': '/help' }} />
    </TextPage>
  );
}
