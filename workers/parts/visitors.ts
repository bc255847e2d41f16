import { login, register } from '../commands/sign-in.ts';
import { submitGuess } from '../commands/submit-guess.ts';
import { proveDevice } from '../device/prove-device.ts';
import { reportArrival } from '../device/report-arrival.ts';
import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '../resources/account-mail.ts';
import { refreshAnswer } from '../resources/answers.ts';
import { countTraffic } from '../resources/count-traffic.ts';
import { beginGoogle, finishGoogle } from '../resources/google.ts';
import { convertAmounts, sumAmounts } from '../resources/rates.ts';

/** What the data worker does for anybody and no first screen waits for: one file, fetched when the first of it is needed. */
export const visitors = {
  login,
  register,
  proveDevice,
  reportArrival,
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
  refreshAnswer,
  countTraffic,
  beginGoogle,
  finishGoogle,
  submitGuess,
  convertAmounts,
  sumAmounts,
};
