import { Suspense, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import type { User, DeviceSession } from '../../../../contract/accounts.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { signOut } from '../../../platform/session/sign-out.ts';
import { Button, TextLink, AppLink } from '../../../ui/action/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Band, Card, Page } from '../../../ui/layout/layout.tsx';
import { AccountEnd } from './account-end.tsx';
import { FreezeAccount } from './freeze-account.tsx';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { Links, MoreLinks } from './links.tsx';
import { MoneyLimits } from './money-limits.tsx';
import { PlayLimits } from './play-limits.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './profile.module.css';
import { useProfile } from './use-profile.ts';
import { useAnswer } from '../../../shared/rewards/use-answer.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import {
  toastFailure,
  useCommand,
  useFailure,
  useOptimistic,
} from '../../../platform/form/use-command.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { formatDate } from '../../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../../../contract/region-table.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RegionChoice } from '../region-choice.tsx';

async function logOut(): Promise<void> {
  await signOut();
  navigate('/login');
}

export default function ProfilePage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Profile</h1>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <Profile />
      </Suspense>
    </Page>
  );
}

function Profile(): ReactElement {
  const { row, account } = useProfile();
  if (!row) return <Skeleton height="20rem" />;
  return (
    <div className={css['columns']}>
      <Identity user={row.user} />
      <div className="stack g4">
        {row.user.frozen ? <FreezeAccount user={row.user} /> : <MoneyStop user={row.user} />}
        <Links row={row} account={account} />
        <Card>
          <RegionSwitch />
        </Card>
        <DeviceSettings />
        <MoneyLimits />
        {account && <PlayLimits limits={account.limits} />}
        {account && <Devices sessions={account.sessions} />}
        {!row.user.frozen && <FreezeAccount user={row.user} />}
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
      <div className={cx('line', css['person'])}>
        <Avatar username={user.username} src={user.avatar} size="xl" />
        <div className={cx('stack g1', css['who'])}>
          <p className="display truncate lg">@{user.username}</p>
          <p className="sm muted anywhere">{user.email}</p>
          {user.email_verified ? (
            <Badge tone="ok" icon={checkIcon}>
              Verified
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

interface FiguresProps {
  readonly points: number;
  readonly wins?: number | undefined;
  readonly shares?: number | undefined;
}

interface FigureProps {
  readonly href: string;
  readonly figure: number | undefined;
  readonly one: string;
  readonly many: string;
}

const Figure = ({ href, figure, one, many }: FigureProps): ReactElement => (
  <AppLink href={href}>
    <b className="figure xl">{figure === undefined ? '–' : formatCount(figure)}</b>{' '}
    {figure === 1 ? one : many}
  </AppLink>
);

export function Figures({ points, wins, shares }: FiguresProps): ReactElement {
  return (
    <div className={css['figures']}>
      <Figure href="/refer" figure={points} one="coin" many="coins" />
      <Figure href="/dashboard" figure={wins} one="win" many="wins" />
      <Figure href="/refer" figure={shares} one="share" many="shares" />
    </div>
  );
}

function KnownFigures({ points }: Pick<FiguresProps, 'points'>): ReactElement {
  const dashboard = useAnswer({ path: '/dashboard' });
  const referrals = useAnswer({ path: '/referrals' });
  return (
    <Figures
      points={points}
      wins={dashboard.phase === 'ready' ? dashboard.answer.data.wins : undefined}
      shares={referrals.phase === 'ready' ? referrals.answer.shares : undefined}
    />
  );
}

function Devices({ sessions }: { readonly sessions: readonly DeviceSession[] }): ReactElement {
  return (
    <Card className="stack g3" aria-labelledby="devices">
      <h2 id="devices">Where you are logged in</h2>
      <ul className="stack g3">
        {sessions.map((session) => (
          <li key={session.id}>
            <Device session={session} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Device({ session }: { readonly session: DeviceSession }): ReactElement {
  const end = useCommand(
    () => callWorker((worker) => worker.revokeSession(session.id)),
    (text) => void toast(text, { kind: 'success' }),
    toastFailure,
  );
  const isOffline = useConnectivity() === 'offline';
  const name = deviceName(session.user_agent);
  return (
    <div className="line apart anywhere">
      <div>
        <p className="semi">{name}</p>
        <p className="xs muted">Since {formatDate(new Date(session.created_at))}</p>
      </div>
      {session.is_current ? (
        <Badge tone="ok">This device</Badge>
      ) : (
        <Button
          size="sm"
          loading={end.isBusy}
          disabled={isOffline}
          aria-label={`Log out ${name}`}
          onClick={() => end.run()}
        >
          Log out
        </Button>
      )}
    </div>
  );
}

export function RegionSwitch(): ReactElement {
  const read = useLive(readUser, []);
  const [failure, setFailure] = useFailure();
  const isOffline = useConnectivity() === 'offline';
  const known = read.data?.user.region;
  const current = known === undefined ? DEFAULT_REGION : normaliseRegion(known);

  const [optimistic, choose] = useOptimistic(async (region: RegionKey) => {
    setFailure(undefined);
    const result = await callWorker((worker) => worker.setRegion(region));
    if (result.ok) toast(`Your region is now ${REGIONS[region].name}`, { kind: 'success' });
    else {
      setFailure(result.error);
      // The server may have saved it, and only its answer was lost.
      void callWorker((worker) => worker.refreshUser({ force: true }));
    }
  });
  const chosen = optimistic ?? current;
  return (
    <div className="stack g2">
      <RegionChoice
        legend="Region"
        chosen={chosen}
        isDisabled={isOffline || read.phase === 'loading'}
        onChoose={(region) => {
          if (region !== chosen) choose(region);
        }}
      />
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
    </div>
  );
}
