import { type ReactElement, useId, type ReactNode } from 'react';

import { Button } from '../action/button.tsx';
import { Alert } from './alert.tsx';
import css from './paged-list.module.css';

interface ListGapProps {
  /** 'transactions' */
  readonly what: string;
  readonly isOffline: boolean;
  readonly isLoading: boolean;
  /** Why they could not be loaded. */
  readonly failure: string | undefined;
  readonly onLoad: () => void;
}

/** A row of a list in the place of others that are not on this device. */
export function ListGap(props: ListGapProps): ReactElement {
  const { what, isOffline, isLoading, failure, onLoad } = props;
  return (
    <li className={css['gap']}>
      <p className="sm muted center">
        {`Some ${what} are missing here: they are not saved on this phone.`}
        {isOffline && ' Connect to the internet to load them.'}
      </p>
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      {!isOffline && (
        <Button size="sm" loading={isLoading} loadingLabel={`Loading ${what}`} onClick={onLoad}>
          {failure === undefined ? 'Load them' : 'Retry'}
        </Button>
      )}
    </li>
  );
}

interface MoreButtonProps {
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
