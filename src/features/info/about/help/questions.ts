import {
  CASE_ANSWER_MS,
  CASE_DECIDE_MS,
  HOLD_BY_HAND_MS,
  HOLD_MS,
  PIN_TRIES_MAX,
  PREMIUM_DAYS,
  PREMIUM_WAIT_MS,
  PURCHASES_PER_HOUR,
  REFERRAL_SIGNUP_COINS,
  RELEASE_CODE_DIGITS,
  RELEASE_CODE_MS,
  RELEASE_CODE_TRIES,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
  WAIT_MS,
  WRONG_CODES_MAX,
  WRONG_CODES_WINDOW_MS,
} from '../../../../../contract/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../contract/durations.ts';

export interface Question {
  /** Names it in the address, e.g. `/help#wait`; links that people saved stand on it. */
  readonly id: string;
  readonly asks: string;
  readonly answer: string;
  /** Words that people search for and the answer does not use. */
  readonly also?: string;
  readonly link?: { readonly href: string; readonly name: string };
}

export interface Subject {
  readonly title: string;
  readonly questions: readonly Question[];
}

const wait = WAIT_MS / SECOND_MS;
const premiumWait = PREMIUM_WAIT_MS / SECOND_MS;
const releaseMinutes = RELEASE_CODE_MS / MINUTE_MS;
const codeMinutes = WRONG_CODES_WINDOW_MS / MINUTE_MS;

const WALLET = { href: '/wallet', name: 'Open the wallet' };
const SECURITY = { href: '/profile/security', name: 'Open Security' };
const SETTINGS = { href: '/profile/settings', name: 'Open Settings' };
const TRANSACTIONS = { href: '/transactions', name: 'See your transactions' };

export const SUBJECTS: readonly Subject[] = [
  {
    title: 'Guessing',
    questions: [
      {
        id: 'win',
        asks: 'How do I win?',
        answer:
          'Open a voucher, tap the picture and fill in the hidden digits. The first right guess is paid to your wallet at once.',
        link: { href: '/rules', name: 'Read the rules' },
      },
      {
        id: 'wait',
        asks: 'Why do I have to wait?',
        answer: `After a wrong guess you wait ${wait} seconds on that voucher, with Premium ${premiumWait}. ${SKIP_WAIT_COST_COINS} coins skip the wait.`,
      },
      {
        id: 'not-allowed',
        asks: 'It says that I am not allowed to guess',
        answer:
          'The creator decides who may guess: everybody, people with a verified e-mail address, accounts older than a week, or people they named. Nobody can guess on their own voucher.',
      },
      {
        id: 'checking',
        asks: 'Why does it say ‘Checking…’?',
        answer:
          'Many new accounts are guessing at once, so your phone does a short check first. Leave the page open. With a verified e-mail address it is shorter.',
      },
      {
        id: 'lottery',
        asks: 'When will I know if I won a lottery?',
        answer:
          'It is drawn at the time on the ticket. Everyone with a right entry shares the prize. We tell you in your notifications.',
      },
      {
        id: 'held',
        asks: 'My prize cannot leave the wallet',
        answer: `We are checking the guess that won. You can play with the money now, and withdraw it after ${HOLD_MS / HOUR_MS} hours, or up to ${HOLD_BY_HAND_MS / DAY_MS} days if our staff must look at it. The wallet shows why and until when.`,
        link: WALLET,
      },
      {
        id: 'fair',
        asks: 'How do I know that the code was not changed?',
        answer:
          'Each digit was sealed before the first guess. Open the voucher and then ‘Is it fair?’: your phone checks every digit that has opened.',
        link: { href: '/trust', name: 'Where the money is' },
      },
      {
        id: 'real',
        asks: 'I was sent a giveaway. Is it real?',
        also: 'scam fake fraud poster link',
        answer:
          'Paste the link or choose a picture of the poster: we say whether it is ours, who posted it, and how much it holds. Nobody from Goodies asks you to pay before you can win.',
        link: { href: '/check', name: 'Is this giveaway real?' },
      },
      {
        id: 'limits',
        asks: 'I play too much',
        also: 'gambling addicted stop pause',
        answer:
          'Set how many guesses a day you allow yourself, or take a break. A break cannot be ended early.',
        link: SETTINGS,
      },
    ],
  },
  {
    title: 'Codes and vouchers',
    questions: [
      {
        id: 'redeem',
        asks: 'I have a code. What do I do with it?',
        answer:
          'Tap Redeem and enter the 13 digits, or paste the link. The money goes to your wallet. You need to be logged in and online.',
      },
      {
        id: 'scan',
        asks: 'Can I scan a QR code?',
        answer:
          'In our mobile app. In a browser, use the camera of your phone: it opens the link of the voucher.',
      },
      {
        id: 'too-many-codes',
        asks: 'It says too many wrong codes',
        answer: `After ${WRONG_CODES_MAX} wrong codes, wait for ${codeMinutes} minutes. Check the digits with whoever gave you the code.`,
      },
      {
        id: 'release-code',
        asks: 'What is a release code?',
        answer: `The creator protected the voucher. They got ${RELEASE_CODE_DIGITS} digits and have to give them to you. They work for ${releaseMinutes} minutes and ${RELEASE_CODE_TRIES} tries; then ask for new ones.`,
      },
      {
        id: 'send-money',
        asks: 'How do I send money?',
        also: 'voucher code link',
        answer:
          'Open Send in your wallet. Enter a username, an e-mail address or a phone number, and how much. They are told at once; until they claim it you can take it back. For a code to hand over, create a payment voucher, and treat the code like cash.',
        link: { href: '/send', name: 'Send money' },
      },
      {
        id: 'take-back',
        asks: 'Can I take a voucher back?',
        also: 'cancel refund',
        answer:
          'A payment voucher that nobody used: yes, under My Vouchers. A giveaway that is open: no.',
        link: { href: '/my-vouchers', name: 'My Vouchers' },
      },
      {
        id: 'till',
        asks: 'I have a shop. How do I take vouchers?',
        answer:
          'Open the point of sale on your phone. Enter or scan a code, see its amount, and claim it into your own wallet.',
        link: { href: '/merchant', name: 'Open the point of sale' },
      },
    ],
  },
  {
    title: 'Money',
    questions: [
      {
        id: 'top-up-pending',
        asks: 'I paid, and the money is not in my wallet',
        also: 'top up topup deposit fund credited',
        answer:
          'We keep asking the processor for a day, even when the page is closed. Most payments arrive within minutes. If your bank says paid and a day has passed, write to us with both references.',
        link: { href: '/contact', name: 'How payments are looked into' },
      },
      {
        id: 'withdraw',
        asks: 'How do I take money out?',
        also: 'cash out cashout payout',
        answer:
          'Verify your e-mail address, set a PIN, and tap Withdraw in the wallet. Only one person can use a bank account or phone number here.',
        link: WALLET,
      },
      {
        id: 'withdraw-pending',
        asks: 'My withdrawal is pending',
        also: 'payout cancel refund failed',
        answer:
          'The bank has not confirmed it yet. We keep asking. It is paid out within 24 hours, or the whole amount comes back to your wallet.',
        link: TRANSACTIONS,
      },
      {
        id: 'pin',
        asks: 'I forgot my PIN',
        answer: `Under Security in your profile tap Change PIN, then Forgotten. We mail you a link, and with it and your password you choose another one. After that nothing can leave your wallet for 24 hours. ${PIN_TRIES_MAX} wrong ones lock it for an hour.`,
        also: 'passkey face biometric',
        link: SECURITY,
      },
      {
        id: 'report',
        asks: 'Something is wrong with a payment',
        also: 'complain complaint dispute twice fraud support refund',
        answer: `Open its receipt and tap Report a problem, also without a network. We answer within ${CASE_ANSWER_MS / HOUR_MS} hours and decide within ${CASE_DECIDE_MS / DAY_MS} days.`,
        link: { href: '/cases', name: 'See your cases' },
      },
      {
        id: 'exchange',
        asks: 'Can I change naira into cedis?',
        answer:
          'Yes, between your own wallets. The rate you see holds for a minute and includes our fee.',
        link: WALLET,
      },
      {
        id: 'airtime-pending',
        asks: 'My airtime or bill is pending',
        also: 'topup recharge data cancel refund',
        answer:
          'The supplier has not answered yet. Do not buy it again. It is delivered within 24 hours, or the whole amount comes back to your wallet.',
        link: TRANSACTIONS,
      },
      {
        id: 'meter-token',
        asks: 'Where is the token of my meter?',
        answer:
          'On the receipt of the bill. Once you have opened it, it also opens without a network.',
        link: TRANSACTIONS,
      },
      {
        id: 'too-many-purchases',
        asks: 'I cannot buy more airtime',
        answer: `You can make ${PURCHASES_PER_HOUR} purchases in an hour. Try again later.`,
      },
    ],
  },
  {
    title: 'Coins and Premium',
    questions: [
      {
        id: 'coins',
        asks: 'How do I get coins?',
        answer: `Share a voucher: when somebody comes by your link you get ${SHARE_REWARD_COINS} coins, once for each voucher. When somebody signs up by your link and verifies their address, ${REFERRAL_SIGNUP_COINS}.`,
        link: { href: '/refer', name: 'Get your link' },
      },
      {
        id: 'pending-share',
        asks: 'Why is a visitor of mine pending?',
        answer:
          'A visitor counts once they are verified, or after 24 hours if nothing speaks against it. Your own devices and very short visits do not count.',
      },
      {
        id: 'premium',
        asks: 'What does Premium do?',
        answer: `For ${PREMIUM_DAYS} days you wait ${premiumWait} seconds instead of ${wait}, and have a badge. It does not renew.`,
        link: { href: '/premium', name: 'Premium' },
      },
    ],
  },
  {
    title: 'Your account',
    questions: [
      {
        id: 'verify',
        asks: 'I did not get the mail to verify my address',
        also: 'email confirm verification',
        answer:
          'Look in your spam folder, then ask for another one. We send at most three mails an hour to one address.',
        link: { href: '/verify-email', name: 'Send it again' },
      },
      {
        id: 'password',
        asks: 'I forgot my password',
        also: 'email reset',
        answer: 'We e-mail you a link. It works for one hour.',
        link: { href: '/forgot-password', name: 'Get a link' },
      },
      {
        id: 'google',
        asks: 'Can I log in with Google?',
        also: 'gmail sign in signin login',
        answer:
          'Yes, where the log-in page shows ‘Continue with Google’. It opens the account with the same verified e-mail address, or makes a new one. For your first PIN you confirm with Google once more.',
        link: { href: '/login', name: 'Log in' },
      },
      {
        id: 'blocked',
        asks: 'My account is blocked',
        also: 'banned suspended locked',
        answer:
          'Our staff blocked it and sent you a mail that says why. Your money stays in your wallet. Write to us if you think it is a mistake.',
        link: { href: '/contact', name: 'Write to us' },
      },
      {
        id: 'lost-phone',
        asks: 'I lost my phone',
        also: 'stolen hacked',
        answer:
          'Log in on another phone. “Freeze my account” under Security in your profile stops all money from leaving and logs every device out. Or log the lost phone out under “Where you are logged in” and change your password. If you have set a PIN, money leaves only with it.',
        link: SECURITY,
      },
      {
        id: 'notifications',
        asks: 'I get too many notifications',
        answer: 'Choose which ones come, where, and at which hours you want quiet.',
        link: { href: '/profile/notifications', name: 'Notification settings' },
      },
      {
        id: 'my-data',
        asks: 'What do you keep about me, and how do I delete it?',
        answer:
          'The privacy page says it. In your profile you can download your data and delete your account.',
        link: { href: '/privacy', name: 'Privacy' },
      },
    ],
  },
  {
    title: 'The app',
    questions: [
      {
        id: 'offline',
        asks: 'What works without a network?',
        answer:
          'Everything you opened before: vouchers, your wallet, receipts, this page. Guesses and payments need a network. We never send them later without asking you.',
      },
      {
        id: 'install',
        asks: 'How do I install it?',
        answer:
          'Tap Install on home where your browser offers it, or ‘Add to home screen’ in the browser’s menu. It is smaller than one photo.',
      },
      {
        id: 'data',
        asks: 'How do I save data?',
        answer:
          'Switch on Data saver under Settings in your profile. Videos then play only when you tap them.',
        link: SETTINGS,
      },
    ],
  },
];
