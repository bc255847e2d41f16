import { useId, type ReactElement, type ReactNode } from 'react';

import { Button } from '../action/button.tsx';

export interface MoreButtonProps {
  readonly isLoading: boolean;
  /** What comes next cannot be fetched now. */
  readonly isOffline: boolean;
  readonly loadingLabel: string;
  /** Why there is no more without a network. */
  readonly offlineNote: string;
  readonly onMore: () => void;
  readonly children: ReactNode;
}

/** Below a list of which there is more. */
export function MoreButton(props: MoreButtonProps): ReactElement {
  const { isLoading, isOffline, loadingLabel, offlineNote, onMore, children } = props;
  const noteId = useId();
  return (
    <div className="stack g2">
      <Button
        block
        disabled={isOffline}
        loading={isLoading}
        loadingLabel={loadingLabel}
        onClick={onMore}
        {...(isOffline && { 'aria-describedby': noteId })}
      >
        {children}
      </Button>
      {isOffline && (
        <p id={noteId} className="center sm muted">
          {offlineNote}
        </p>
      )}
    </div>
  );
}
