import type { ReactElement } from 'react';

import {
  HOLD_BY_HAND_MS,
  HOLD_MS,
  LOTTERY_ENTRY_COST_COINS,
  LOTTERY_MAX_ENTRIES,
  PLATFORM_FEE_BP,
  PREMIUM_WAIT_MS,
  REFERRAL_SIGNUP_COINS,
  SHARERS_POOL_BP,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
  TOP_SHARERS,
  WAIT_MS,
} from '../../../../contract/constants.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../contract/durations.ts';
import { GoOn, InText, Part, TextPage } from './text-page.tsx';

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

const RULES = (
  <TextPage
    title="Rules"
    lead="How a giveaway works, where its money goes, and how you can check that it is fair."
  >
    <Part title="The game">
      <ol>
        <li>
          A creator pays the prize before the voucher opens. We keep it apart until somebody wins
          it.
        </li>
        <li>The voucher’s code shows some digits. The others, 4 or 2, are hidden.</li>
        <li>You fill in the hidden digits and send your guess. You need an account.</li>
        <li>
          The first right guess wins the whole prize. However many arrive at the same moment, one is
          first.
        </li>
      </ol>
      <p>
        Creators cannot guess on their own vouchers. A creator can open a voucher to everybody, to
        people with a verified e-mail address, to accounts older than a week, or only to people they
        name. A wrong guess never tells you which digits were right.
      </p>
    </Part>
    <Part title="How digits open">
      <ul>
        <li>
          <strong>By views:</strong> a digit opens when enough people have seen the voucher. Each
          person counts once in 12 hours. The creator does not count.
        </li>
        <li>
          <strong>By time:</strong> a digit opens when the countdown ends.
        </li>
        <li>
          <strong>Lottery:</strong> entries close at the time shown, and then it is drawn.
        </li>
      </ul>
    </Part>
    <Part title="Waiting">
      <p>
        After a wrong guess you wait {WAIT_MS / SECOND_MS} seconds on that voucher, with Premium{' '}
        {PREMIUM_WAIT_MS / SECOND_MS} seconds. {SKIP_WAIT_COST_COINS} coins skip the wait. The same
        wrong code again costs nothing and does not start a new wait.
      </p>
      <p>
        When many new accounts guess at once, your phone may do a short check first. The screen then
        says ‘Checking…’.
      </p>
    </Part>
    <Part title="Lotteries">
      <p>
        Your first entry is free. Each further one costs {LOTTERY_ENTRY_COST_COINS} coins, and you
        can make {LOTTERY_MAX_ENTRIES}. At the draw everybody with a right entry shares the prize in
        equal parts, however many right entries they have. If nobody is right, the prize goes back
        to the creator.
      </p>
    </Part>
    <Part title="Where the money goes">
      <ul>
        <li>
          The creator pays the prize and a fee of {percent(PLATFORM_FEE_BP)} of it on top. The
          winner gets the whole prize.
        </li>
        <li>
          {percent(SHARERS_POOL_BP)} of that fee is for the {TOP_SHARERS} people whose links brought
          the most visitors, in equal parts, when the voucher ends, even if nobody has won. Goodies
          keeps the rest, and all of it if nobody shared.
        </li>
        <li>
          A voucher with a deadline ends when it passes. If nobody has won by then, the prize goes
          back to the creator. The fee does not.
        </li>
        <li>
          If the guess that won looks suspicious, the prize can be played with but not withdrawn for{' '}
          {HOLD_MS / HOUR_MS} hours. Our staff can hold it for up to {HOLD_BY_HAND_MS / DAY_MS} days
          and must write down why. You see why, and until when.
        </li>
      </ul>
    </Part>
    <Part title="Coins">
      <p>
        You get {SHARE_REWARD_COINS} coins when somebody else comes to a voucher by your link, once
        for each voucher, and {REFERRAL_SIGNUP_COINS} when somebody signs up by your link and
        verifies their e-mail address. A visitor counts when they are verified, or after 24 hours if
        nothing speaks against it. Your own devices do not count. Coins are not money: they cannot
        be bought, sold or withdrawn.
      </p>
    </Part>
    <Part title="How you can check it">
      <p>
        Before anybody can guess, each digit is sealed and the seal is published. Nobody can change
        the code after that, neither the creator nor we. Your phone keeps the first seal it saw and
        checks every digit that opens, also without a network. The page ‘Is it fair?’ of each
        voucher shows it step by step.
      </p>
      <p>
        We count all money every hour: <InText href="/trust">where the money is</InText>.
      </p>
    </Part>
    <Part title="Play within your limits">
      <p>
        Goodies is for people of 18 and older. In your profile you can set how many guesses a day
        you allow yourself, or take a break. A break cannot be ended early.
      </p>
    </Part>
    <GoOn to={{ 'Find help': '/help', 'Read the terms': '/terms' }} />
  </TextPage>
);

export default function RulesPage(): ReactElement {
  return RULES;
}
