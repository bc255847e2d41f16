import type { ReactElement } from 'react';

import type { User } from '../../../contract/accounts.ts';
import { PAUSE_TEXTS, pauseBeganAt } from '../../../contract/accounts/outgoing-pause.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { TextLink } from '../../ui/action/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatDate, formatLongDateTime } from '../../ui/text/format-time.ts';

export interface MoneyStopProps {
  readonly user:
    | Pick<User, 'frozen' | 'outgoing_paused_until' | 'outgoing_pause_reason'>
    | undefined;
}

/** Says that no money can leave now, why and until when; nothing where it can. */
export function MoneyStop({ user }: MoneyStopProps): ReactElement | null {
  const nowMs = useNow(MINUTE_MS).getTime();
  if (user?.frozen) {
    return (
      <Alert tone="warn">
        Your account is frozen, so no money can leave it.{' '}
        <TextLink href="/profile">Unfreeze it in your profile</TextLink>
      </Alert>
    );
  }
  const { outgoing_paused_until: time, outgoing_pause_reason: reason } = user ?? {};
  if (!time || !reason || Date.parse(time) <= nowMs) return null;
  const until = new Date(time);
  return (
    <Alert tone="warn">
      <strong>Money can leave from {formatLongDateTime(until)}</strong>, because{' '}
      {PAUSE_TEXTS[reason]} on {formatDate(pauseBeganAt(until))}.
    </Alert>
  );
}
