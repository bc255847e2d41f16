import type { ReactElement } from 'react';

import {
  DEVICE_GUESSERS_KEEP_MS,
  IDEMPOTENCY_KEEP_MS,
  MIRROR_KEEP_MS,
  NOTICES_KEEP_MS,
  PUSH_TOKEN_KEEP_MS,
  WEBHOOK_KEEP_MS,
} from '../../../../../contract/constants.ts';
import { DAY_MS } from '../../../../../contract/durations.ts';
import { OperatorLine } from '../contact.tsx';
import { InText, Part, TextPage } from '../text-page.tsx';

const days = (ms: number): string => `${ms / DAY_MS} days`;

const PRIVACY = (
  <TextPage
    title="Privacy"
    lead="What we keep about you, why, for how long, and what you can do about it. No trackers, no advertising networks, and one cookie, which says only that you are logged in."
  >
    <Part title="Who is responsible">
      <OperatorLine />
    </Part>
    <Part title="What we keep about your account">
      <ul>
        <li>Username, e-mail address, region and, if you add one, a picture.</li>
        <li>Your password and PIN only as a hash. Nobody can read them from it, not even us.</li>
        <li>
          If you use your fingerprint or face: a public key for each device, which browser it was,
          and when it was used. Your fingerprint and face never leave your device.
        </li>
        <li>
          If you log in with Google: the number that Google has for you, and the e-mail address that
          it proves. Nothing else that Google knows.
        </li>
        <li>
          Each sign-in: when, the name that your browser gives itself, and the number of the device.
          You see them in your profile and can end them. They are deleted 30 days after they would
          have expired.
        </li>
        <li>Names you had before, so that nobody else can pretend to be you.</li>
        <li>Your settings: notifications, play limits, breaks.</li>
        <li>
          Where push messages are on: an address for them that your browser’s maker and Google gave
          out, with your browser’s name, the platform and the language. It goes when you log out or
          turn them off, and once the app was not opened for {days(PUSH_TOKEN_KEEP_MS)}.
        </li>
      </ul>
    </Part>
    <Part title="What we keep about your money">
      <ul>
        <li>Every movement: amount, time, what it was for. Books cannot be changed afterwards.</li>
        <li>
          Where money went: bank account or phone number and the name on it, the phone that airtime
          was for, the number of a meter or smartcard.
        </li>
        <li>
          Payments in: amount, method and the processor’s reference. Card numbers never reach us;
          you type them in at the processor. What a processor reports to us is kept for{' '}
          {days(WEBHOOK_KEEP_MS)}.
        </li>
        <li>
          Problems that you report about a payment, what you write and our answers, until you delete
          your account.
        </li>
        <li>
          The first answer to each request that moves money, for {days(IDEMPOTENCY_KEEP_MS)}, so
          that a repeat never pays twice.
        </li>
      </ul>
    </Part>
    <Part title="What we keep about your play">
      <ul>
        <li>Your guesses and entries, and why we checked one, if we did.</li>
        <li>
          People you named as the recipient of a voucher or for a private giveaway, by username or
          e-mail address.
        </li>
        <li>
          Which vouchers you saw, shared or opened links of, until the voucher has ended and its
          time of counting is over. After that only the sums stay.
        </li>
        <li>Notifications, for {days(NOTICES_KEEP_MS)}.</li>
        <li>
          Mails: to whom, about what and when, for 30 days. We delete the text once the mail is
          sent.
        </li>
      </ul>
    </Part>
    <Part title="Your device and your network">
      <ul>
        <li>
          The app draws a random number for your device. It does not say who you are, and goes away
          with the browser’s data. It stays when you sign out: it is how views and guesses of one
          device are counted once. Which accounts guessed on a device is kept for{' '}
          {days(DEVICE_GUESSERS_KEEP_MS)}.
        </li>
        <li>
          We use your network address to find your country and to slow down people who try passwords
          and codes. We delete the counts a day later. Where networks are compared we keep a keyed
          hash of a part of the address, not the address.
        </li>
        <li>
          Visitors without an account and a device number are counted by a hash whose key changes
          every day.
        </li>
        <li>Our log shows what was called, when and by which account number. No addresses.</li>
        <li>
          When the app itself fails, it tells us where in its code, on which kind of page and in
          which kind of browser. Not who you are, nor what you typed or saw.
        </li>
      </ul>
    </Part>
    <Part title="What others see">
      <ul>
        <li>Your username and picture, on vouchers you post, win or share, and on the boards.</li>
        <li>
          Your entries of a lottery, so that everybody can check the draw. Creators see who guessed
          on their voucher.
        </li>
        <li>Never your e-mail address, your numbers or your balance.</li>
      </ul>
    </Part>
    <Part title="Who gets data from us">
      <p>
        Only what a payment, a payout, airtime, a bill or a mail needs: the processor or bank, the
        supplier, the mail service. We sell nothing to anybody.
      </p>
      <p>
        Push messages, where you turned them on, go through Google and your browser’s maker: the
        title, the text and the page that they lead to. Never a release code, a password or a PIN.
        If you log in with Google, Google sees that you do.
      </p>
    </Part>
    <Part title="When people look at it">
      <p>
        Support can look up an account: names, address, payments and vouchers, never a password, a
        PIN or a code. Each look and each action is recorded with who, when and why. That record
        cannot be changed.
      </p>
    </Part>
    <Part title="What is on your phone">
      <p>
        The app keeps what you opened, so that it opens without a network: vouchers, your wallet and
        its history, your sign-in. Signing out deletes what is yours. What was not used for{' '}
        {days(MIRROR_KEEP_MS)} is forgotten.
      </p>
    </Part>
    <Part title="What you can do">
      <ul>
        <li>
          <strong>See it:</strong> in <InText href="/profile/settings">your settings</InText>,
          ‘Download my data’ gives you one file.
        </li>
        <li>
          <strong>Change it:</strong> name, address, picture and settings, in the profile too.
        </li>
        <li>
          <strong>Delete it:</strong> ‘Delete my account’ takes away your names, e-mail address,
          picture, password, PIN, passkeys, sign-ins, notifications, mails, the link to Google and
          the addresses for push messages; bank accounts, phones, meters and the names on them; your
          name on others’ lists and vouchers; and what processors reported of you. Vouchers, guesses
          and the books stay under a number, with the last four digits of where money went: others’
          money depends on them, and books must be kept. Money that comes back later is kept for
          you: write to us.
        </li>
        <li>
          <strong>Ask:</strong> write to the address above. You can also turn to the office for data
          protection of your country.
        </li>
      </ul>
    </Part>
  </TextPage>
);

export default function PrivacyPage(): ReactElement {
  return PRIVACY;
}
