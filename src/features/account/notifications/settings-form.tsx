import type { ReactElement } from 'react';
import type { Preferences } from '../../../../contract/notifications/calls.ts';
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  NOTICE_LABELS,
  SECURITY_KINDS,
  usualChannels,
  type NoticeChannel,
  type NoticeKind,
} from '../../../../contract/notifications/kinds.ts';
import { RowIcon, Rows } from '../../../ui/display/rows.tsx';
import { Checkbox, SwitchRow } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { noticeIcon } from './notice-row.tsx';
import css from './notifications.module.css';
import { readServerFacts } from '../../../../local/queries/user-and-region.ts';
import { useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { pushHint } from '../../../shared/push/push-hint.ts';
import { usePushState } from '../../../shared/push/push-state.ts';
import { disablePush, enablePush } from '../../../shared/push/set-push.ts';

const NOTES: Readonly<Record<NoticeKind, string>> = {
  won: 'A prize is in your wallet',
  digit_revealed: 'On vouchers you guessed on or follow',
  lottery_drawn: 'How a lottery you entered or follow ended',
  voucher_redeemed: 'Somebody got the money of your voucher',
  voucher_expired: 'Its money is back in your wallet',
  release_code: 'Somebody redeems a voucher that you protect; the e-mail always comes',
  payment_settled: 'Money you paid in has arrived',
  payment_disputed: 'A bank takes a payment of yours back, or decides against it',
  withdrawal_ended: 'Money has left, or came back',
  purchase_ended: 'What was on its way has come, or its money is back',
  friend_joined: 'Somebody signed up through your link',
  coins_earned: 'Somebody came by a link you shared',
  case_answered: 'We wrote about a problem that you reported',
  case_decided: 'What we decided about it',
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
  const setChannels = (kind: NoticeKind, channels: NoticeChannel[]): void =>
    onChange({ ...preferences, channels: { ...preferences.channels, [kind]: channels } });
  return (
    <>
      <Card>
        <PushSwitch isOffline={isDisabled} />
      </Card>
      <Card className={css['list']} aria-label="What you are told">
        <Rows>
          {NOTICE_KINDS.map((kind) => (
            <li key={kind}>
              <KindRow
                kind={kind}
                channels={preferences.channels[kind] ?? usualChannels(kind)}
                isDisabled={isDisabled}
                onChange={(channels) => setChannels(kind, channels)}
              />
            </li>
          ))}
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

interface KindRowProps {
  readonly kind: NoticeKind;
  readonly channels: readonly NoticeChannel[];
  readonly isDisabled: boolean;
  readonly onChange: (channels: NoticeChannel[]) => void;
}

function KindRow({ kind, channels, isDisabled, onChange }: KindRowProps): ReactElement {
  const change = (channel: NoticeChannel, isOn: boolean): void => {
    const others = channels.filter((one) => one !== channel);
    onChange(isOn ? [...others, channel] : others);
  };
  return (
    <div className={css['kind']} role="group" aria-label={NOTICE_LABELS[kind]}>
      <div className="line">
        <RowIcon of={noticeIcon(kind)} />
        <span className={css['middle']}>
          <span className={css['what']}>{NOTICE_LABELS[kind]}</span>
          <span className="xs muted">{NOTES[kind]}</span>
        </span>
      </div>
      <div className={css['channels']}>
        {NOTICE_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={CHANNEL_LABELS[channel]}
            checked={channels.includes(channel)}
            disabled={isDisabled || (channel === 'email' && SECURITY_KINDS.includes(kind))}
            onChange={({ target }) => change(channel, target.checked)}
          />
        ))}
      </div>
    </div>
  );
}

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
