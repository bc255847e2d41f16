import type { ReactElement } from 'react';

import { Button } from '../action/button.tsx';
import { Alert } from './alert.tsx';
import css from './list-gap.module.css';

export interface ListGapProps {
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
