import { Suspense, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { RegionSwitch } from './region-switch.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { signOut } from '../../../platform/session/sign-out.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Band, Card, Page } from '../../../ui/layout/layout.tsx';
import { AccountEnd } from './account-end.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { Devices } from './devices.tsx';
import { Figures, KnownFigures } from './figures.tsx';
import { Links, MoreLinks } from './links.tsx';
import { PlayLimits } from './play-limits.tsx';
import css from './profile.module.css';
import { useProfile } from './use-profile.ts';

async function logOut(): Promise<void> {
  await signOut();
  navigate('/login');
}

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
  const { row, account } = useProfile();
  if (!row) return <Skeleton shape="block" height="20rem" />;
  return (
    <div className={css['columns']}>
      <Identity user={row.user} />
      <div className="stack g4">
        <Links row={row} account={account} />
        <Card>
          <RegionSwitch />
        </Card>
        <DeviceSettings />
        {account && <PlayLimits limits={account.limits} />}
        {account && <Devices sessions={account.sessions} />}
        <AccountEnd hasPassword={row.user.has_password !== false} />
        <MoreLinks />
        <Button variant="danger" block onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </div>
  );
}

function Identity({ user }: { readonly user: User }): ReactElement {
  return (
    <Band aria-label="You">
      <div className={css['person']}>
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
      </div>
      <Suspense fallback={<Figures points={user.points} />}>
        <KnownFigures points={user.points} />
      </Suspense>
    </Band>
  );
}
