import type { Preferences } from '../../../../contract/notifications/calls.ts';
import {
  DEFAULT_CHANNELS,
  NOTICE_KINDS,
  SECURITY_KINDS,
  usualChannels,
  type NoticeChannel,
  type NoticeKind,
} from '../../../../contract/notifications/kinds.ts';

export const NOTICE_GROUPS = ['money', 'vouchers', 'sharing', 'cases'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

type Channels = Preferences['channels'];

const GROUP_OF: Readonly<Record<NoticeKind, NoticeGroup | 'security'>> = {
  won: 'money',
  money_received: 'money',
  payment_settled: 'money',
  payment_disputed: 'money',
  withdrawal_ended: 'money',
  purchase_ended: 'money',
  voucher_expiring: 'money',
  digit_revealed: 'vouchers',
  lottery_drawn: 'vouchers',
  voucher_redeemed: 'vouchers',
  voucher_expired: 'vouchers',
  friend_joined: 'sharing',
  coins_earned: 'sharing',
  case_answered: 'cases',
  case_decided: 'cases',
  release_code: 'security',
};

const kindsIn = (group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => GROUP_OF[kind] === group);

/** Those that a channel is meant for; all of the group where it is meant for none. */
function kindsFor(group: NoticeGroup, channel: NoticeChannel): NoticeKind[] {
  const kinds = kindsIn(group);
  const meant = kinds.filter((kind) => DEFAULT_CHANNELS[kind].includes(channel));
  return meant.length > 0 ? meant : kinds;
}

export function groupState(
  group: NoticeGroup,
  channel: NoticeChannel,
  channels: Channels,
): 'on' | 'off' | 'some' {
  const isOn = (kind: NoticeKind): boolean =>
    (channels[kind] ?? usualChannels(kind)).includes(channel);
  if (kindsFor(group, channel).every(isOn)) return 'on';
  return kindsIn(group).some(isOn) ? 'some' : 'off';
}

/** Sets the group's events together; what is told for security is always told everywhere. */
export function setGroup(
  group: NoticeGroup,
  channel: NoticeChannel,
  isOn: boolean,
  channels: Channels,
): Channels {
  const next = { ...channels };
  for (const kind of isOn ? kindsFor(group, channel) : kindsIn(group)) {
    const others = (channels[kind] ?? usualChannels(kind)).filter((one) => one !== channel);
    next[kind] = isOn ? [...others, channel] : others;
  }
  for (const kind of NOTICE_KINDS)
    if (SECURITY_KINDS.includes(kind)) next[kind] = [...DEFAULT_CHANNELS[kind]];
  return next;
}
