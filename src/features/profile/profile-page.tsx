import { Suspense, type ReactElement } from 'react';
import banknoteIcon from 'lucide/dist/esm/icons/landmark.mjs';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import userIcon from 'lucide/dist/esm/icons/user-round.mjs';

import type { User } from '../../../contract/accounts.ts';
import { choosePin } from '../../domain/accounts/pin/with-pin.ts';
import { RegionSwitch } from '../../domain/regions/region-switch.tsx';
import { navigate } from '../../platform/routing/router.tsx';
import { signOut } from '../../platform/session/sign-out.ts';
import { toast } from '../../platform/toast-store.ts';
import { Button } from '../../ui/action/button.tsx';
import { TextLink } from '../../ui/action/text-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { RowIcon } from '../../ui/display/row-icon.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Band } from '../../ui/layout/band.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Columns, Page } from '../../ui/layout/layout.tsx';
import { AccountEnd } from './account-end.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { Devices } from './devices.tsx';
import { PlayLimits } from './play-limits.tsx';
import css from './profile.module.css';
import { useProfile } from './use-profile.ts';

/** On a shared phone the next person logs in here: the log-in follows at once. */
async function logOut(): Promise<void> {
  const result = await signOut();
  navigate('/login');
  if (!result.ok) toast(result.error.message, { kind: 'error' });
}

/** /profile: who is signed in, and all that they may set. */
export default function ProfilePage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Profile</h1>
      <Suspense fallback={<Skeleton shape="block" height="20rem" />}>
        <Profile />
      </Suspense>
    </Page>
  );
}

function Profile(): ReactElement {
  const { user, account } = useProfile();
  if (!user) return <Skeleton shape="block" height="20rem" />;
  return (
    <Columns kind="half">
      <div className="stack g4">
        <Identity user={user} />
        <Links user={user} />
        <Card>
          <RegionSwitch />
        </Card>
        <DeviceSettings />
      </div>
      <div className="stack g4">
        {account && <PlayLimits key={account.fetchedAt} limits={account.limits} />}
        {account && <Devices sessions={account.sessions} />}
        <AccountEnd />
        <Button variant="danger" block onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </Columns>
  );
}

function Identity({ user }: { readonly user: User }): ReactElement {
  return (
    <Band className={css['band']} aria-label="You">
      <Avatar username={user.username} src={user.avatar} size="xl" />
      <div className={css['who']}>
        <p className="display truncate lg">@{user.username}</p>
        <p className={`sm ${css['email'] ?? ''}`}>{user.email}</p>
        {user.email_verified ? (
          <Badge tone="ok">
            <Icon of={checkIcon} size="sm" /> Verified
          </Badge>
        ) : (
          <TextLink href="/verify-email">Verify your e-mail</TextLink>
        )}
      </div>
    </Band>
  );
}

function Links({ user }: { readonly user: User }): ReactElement {
  return (
    <Card>
      <Rows>
        <li>
          <Row
            href="/profile/personal-info"
            title="Personal info"
            note="Username, e-mail, photo, password"
            start={
              <RowIcon>
                <Icon of={userIcon} size="md" />
              </RowIcon>
            }
          />
        </li>
        <li>
          <Row
            onSelect={() => void choosePin()}
            title={user.has_pin ? 'Change PIN' : 'Set a PIN'}
            note={
              user.has_pin
                ? 'It is asked for where money leaves your wallet'
                : 'You need one to withdraw'
            }
            start={
              <RowIcon>
                <Icon of={lockIcon} size="md" />
              </RowIcon>
            }
          />
        </li>
        <li>
          <Row
            href="/profile/payment-methods"
            title="Payment methods"
            start={
              <RowIcon>
                <Icon of={banknoteIcon} size="md" />
              </RowIcon>
            }
          />
        </li>
        <li>
          <Row
            href="/my-vouchers"
            title="My Vouchers"
            start={
              <RowIcon>
                <Icon of={ticketIcon} size="md" />
              </RowIcon>
            }
          />
        </li>
        <li>
          <Row
            href="/premium"
            title="Premium"
            extra={user.is_premium ? <Badge tone="warn">Active</Badge> : undefined}
            start={
              <RowIcon>
                <Icon of={crownIcon} size="md" />
              </RowIcon>
            }
          />
        </li>
      </Rows>
    </Card>
  );
}
