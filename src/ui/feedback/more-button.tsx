import { useId, type ReactElement, type ReactNode } from 'react';

import { Button } from '../action/button.tsx';
import { Alert } from './alert.tsx';

export interface MoreButtonProps {
  readonly isLoading: boolean;
  /** What comes next cannot be fetched now. */
  readonly isOffline: boolean;
  /** Why it could not be fetched. */
  readonly failure: string | undefined;
  readonly loadingLabel: string;
  /** Why there is no more without a network. */
  readonly offlineNote: string;
  readonly onMore: () => void;
  readonly children: ReactNode;
}

/** Below a list of which there is more. */
export function MoreButton(props: MoreButtonProps): ReactElement {
  const { isLoading, isOffline, failure, loadingLabel, offlineNote, onMore, children } = props;
  const noteId = useId();
  return (
    <div className="stack g2">
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <Button
        block
        disabled={isOffline}
        loading={isLoading}
        loadingLabel={loadingLabel}
        onClick={onMore}
        {...(isOffline && { 'aria-describedby': noteId })}
      >
        {failure === undefined ? children : 'Retry'}
      </Button>
      {isOffline && (
        <p id={noteId} className="center sm muted">
          {offlineNote}
        </p>
      )}
    </div>
  );
}
