import { useId, useRef, useState, type ReactElement } from 'react';
import trashIcon from 'lucide/dist/esm/icons/trash.mjs';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { AllowedUser } from '../../../../contract/analytics.ts';
import type { AllowedUsersRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Icon } from '../../../ui/icon.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import { dayLabel } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button, IconButton } from '../../../ui/action/button.tsx';
import { Card, SectionHead } from '../../../ui/layout/layout.tsx';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { notify } from '../../../platform/toast-store.ts';
import css from './allowed-users.module.css';

/** More would be slow on a cheap phone; the rest comes when asked for. */
const ROWS_AT_ONCE = 100;

export interface AllowedListProps {
  readonly row: AllowedUsersRow;
  readonly isClosed: boolean;
}

function addedAt({ added_at: at }: AllowedUser, now: Date): string {
  const label = dayLabel(new Date(at), now);
  return `Added ${/^[A-Z]/.test(label) ? label.toLowerCase() : label}`;
}

const nameOf = ({ username }: AllowedUser): string =>
  username.includes('@') ? username : `@${username}`;

async function allowAgain(ulid: string, { username }: AllowedUser): Promise<void> {
  const result = await callWorker((worker) => worker.allowUsers(ulid, [username]));
  if (!result.ok) toastFailure(result.error);
}

interface RemoveButtonProps {
  readonly ulid: string;
  readonly user: AllowedUser;
  readonly isOffline: boolean;
  readonly onRemoved: () => void;
}

function RemoveButton({ ulid, user, isOffline, onRemoved }: RemoveButtonProps): ReactElement {
  const { isBusy, run } = useCommand(
    () => callWorker((worker) => worker.disallowUsers(ulid, [user.id])),
    () => {
      notify(`${nameOf(user)} can no longer guess`, {
        action: { label: 'Undo', onSelect: () => void allowAgain(ulid, user) },
      });
      onRemoved();
    },
    toastFailure,
  );
  return (
    <IconButton
      label={`Remove ${nameOf(user)}`}
      className={css['remove']}
      aria-busy={isBusy}
      disabled={isOffline}
      onClick={run}
    >
      <Icon of={trashIcon} size="md" />
    </IconButton>
  );
}

export function AllowedList({ row, isClosed }: AllowedListProps): ReactElement {
  const { ulid, users } = row;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const now = useNow(MINUTE_MS);
  const isOffline = useConnectivity() === 'offline';
  return (
    <Card className="stack g1" aria-labelledby={titleId}>
      <SectionHead>
        <h2 id={titleId} ref={title} tabIndex={-1} className={css['title']}>
          Allowed to guess
        </h2>
        <Badge tone="info">{plural(users.length, 'user', 'users')}</Badge>
      </SectionHead>
      {users.length === 0 && (
        <p className="sm muted">Nobody yet. Only people on this list can guess.</p>
      )}
      <Rows>
        {users.slice(0, shown).map((user) => (
          <li key={user.id}>
            <Row
              start={<Avatar username={user.username} src={user.avatar} />}
              title={nameOf(user)}
              note={addedAt(user, now)}
              extra={
                !isClosed && (
                  <RemoveButton
                    ulid={ulid}
                    user={user}
                    isOffline={isOffline}
                    // The button that had the focus goes with its row.
                    onRemoved={() => title.current?.focus()}
                  />
                )
              }
            />
          </li>
        ))}
      </Rows>
      {users.length > shown && (
        <Button block onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          Show more
        </Button>
      )}
    </Card>
  );
}
