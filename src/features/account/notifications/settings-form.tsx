import { useId, type ReactElement } from 'react';
import flagIcon from 'lucide/dist/esm/icons/flag.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import shieldIcon from 'lucide/dist/esm/icons/shield-check.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import walletIcon from 'lucide/dist/esm/icons/wallet.mjs';
import type { IconNode } from 'lucide';

import type { Preferences } from '../../../../contract/notifications/calls.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from '../../../../contract/notifications/kinds.ts';
import { RowIcon, Rows } from '../../../ui/display/rows.tsx';
import { Checkbox, SwitchRow } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { groupState, NOTICE_GROUPS, setGroup, type NoticeGroup } from './notice-groups.ts';
import css from './notifications.module.css';
import { readServerFacts } from '../../../../local/queries/user-and-region.ts';
import { useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { pushHint } from '../../../shared/push/push-hint.ts';
import { usePushState } from '../../../shared/push/push-state.ts';
import { disablePush, enablePush } from '../../../shared/push/set-push.ts';

interface GroupLook {
  readonly title: string;
  readonly note: string;
  readonly icon: IconNode;
}

const GROUPS: Readonly<Record<NoticeGroup, GroupLook>> = {
  money: {
    title: 'Wins and money',
    note: 'Prizes, payments, withdrawals, airtime and bills',
    icon: walletIcon,
  },
  vouchers: {
    title: 'Vouchers',
    note: 'Digits and draws you follow, and what happens to your own vouchers',
    icon: ticketIcon,
  },
  sharing: {
    title: 'Coins and sharing',
    note: 'Friends who join, and coins you earn',
    icon: giftIcon,
  },
  cases: {
    title: 'Your cases',
    note: 'Our answers to problems that you reported',
    icon: flagIcon,
  },
};

const CHANNEL_LABELS: Readonly<Record<NoticeChannel, string>> = {
  in_app: 'In the app',
  email: 'E-mail',
  push: 'Push',
};

const USUAL_QUIET = { from: '22:00', to: '07:00' };

export interface SettingsFormProps {
  readonly preferences: Preferences;
  readonly isDisabled: boolean;
  readonly isSaving: boolean;
  readonly onChange: (next: Preferences) => void;
}

export function SettingsForm(props: SettingsFormProps): ReactElement {
  const { preferences, isDisabled, isSaving, onChange } = props;
  return (
    <>
      <Card>
        <PushSwitch isOffline={isDisabled} />
      </Card>
      <Card className={css['list']} aria-label="What we tell you">
        <Rows>
          {NOTICE_GROUPS.map((group) => (
            <li key={group}>
              <GroupRow
                group={group}
                channels={preferences.channels}
                isDisabled={isDisabled}
                onChange={(channels) => onChange({ ...preferences, channels })}
              />
            </li>
          ))}
          <li>
            <SecurityRow />
          </li>
        </Rows>
      </Card>
      <QuietHours
        quiet={preferences.quiet_hours}
        isDisabled={isDisabled}
        onChange={(quiet) => onChange({ ...preferences, quiet_hours: quiet })}
      />
      <p className="vh" role="status">
        {isSaving ? 'Saving' : ''}
      </p>
    </>
  );
}

interface GroupRowProps {
  readonly group: NoticeGroup;
  readonly channels: Preferences['channels'];
  readonly isDisabled: boolean;
  readonly onChange: (channels: Preferences['channels']) => void;
}

function GroupRow({ group, channels, isDisabled, onChange }: GroupRowProps): ReactElement {
  const { title, note, icon } = GROUPS[group];
  const titleId = useId();
  return (
    <div className={css['kind']} role="group" aria-labelledby={titleId}>
      <div className="line">
        <RowIcon of={icon} />
        <span className={css['middle']}>
          <span className={css['what']} id={titleId}>
            {title}
          </span>
          <span className="xs muted">{note}</span>
        </span>
      </div>
      <div className={css['channels']}>
        {NOTICE_CHANNELS.map((channel) => {
          const state = groupState(group, channel, channels);
          return (
            <Checkbox
              key={channel}
              ref={(box) => {
                if (box) box.indeterminate = state === 'some';
              }}
              label={
                state === 'some' ? `${CHANNEL_LABELS[channel]}: some` : CHANNEL_LABELS[channel]
              }
              checked={state === 'on'}
              disabled={isDisabled}
              onChange={() => onChange(setGroup(group, channel, state !== 'on', channels))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Nobody can turn these off, so there is nothing to tick. */
const SecurityRow = (): ReactElement => (
  <div className={css['kind']}>
    <div className="line">
      <RowIcon of={shieldIcon} />
      <span className={css['middle']}>
        <span className={css['what']}>Security</span>
        <span className="xs muted">
          Release codes and changes to your account. We always tell you these.
        </span>
      </span>
    </div>
  </div>
);

interface QuietProps {
  readonly quiet: Preferences['quiet_hours'];
  readonly isDisabled: boolean;
  readonly onChange: (quiet: Preferences['quiet_hours']) => void;
}

function QuietHours({ quiet, isDisabled, onChange }: QuietProps): ReactElement {
  const time = (end: 'from' | 'to', label: string): ReactElement => (
    <Field label={label}>
      <Input
        type="time"
        required
        value={quiet?.[end] ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => {
          if (quiet && target.value !== '') onChange({ ...quiet, [end]: target.value });
        }}
      />
    </Field>
  );
  return (
    <Card className="stack g3">
      <SwitchRow
        label="Quiet hours"
        note="E-mails and push messages wait until they are over; the app still lists everything"
        checked={quiet !== null}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked ? USUAL_QUIET : null)}
      />
      {quiet && (
        <div className={css['times']}>
          {time('from', 'From')}
          {time('to', 'To')}
        </div>
      )}
    </Card>
  );
}

export function PushSwitch({ isOffline }: { readonly isOffline: boolean }): ReactElement {
  const state = usePushState();
  const [optimistic, choose] = useOptimistic((isOn: boolean) =>
    isOn ? enablePush() : disablePush(),
  );
  const { data: facts } = useLive(readServerFacts, []);
  useRefresh((worker) => worker.refreshRegions(), []);
  const hint = pushHint(state, facts?.push !== false);
  return (
    <SwitchRow
      label="Push on this phone"
      note={hint ?? 'Digits, prizes and payments, also with the app closed'}
      checked={optimistic ?? state === 'on'}
      disabled={isOffline || hint !== undefined}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
