import { Suspense, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { signOut } from '../../../platform/session/sign-out.ts';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { useAnswer } from '../../../shared/rewards/use-answer.ts';
import { Button, TextLink, AppLink } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Band, Page } from '../../../ui/layout/layout.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { FreezeAccount } from './freeze-account.tsx';
import { Links } from './links.tsx';
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
      <Suspense fallback={<Skeleton height="20rem" />}>
        <Profile />
      </Suspense>
    </Page>
  );
}

function Profile(): ReactElement {
  const { row } = useProfile();
  if (!row) return <Skeleton height="20rem" />;
  return (
    <div className={css['columns']}>
      <Identity user={row.user} />
      <div className="stack g4">
        {row.user.frozen ? <FreezeAccount user={row.user} /> : <MoneyStop user={row.user} />}
        <Links row={row} />
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
      <Figure href="/guesses" figure={wins} one="win" many="wins" />
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
