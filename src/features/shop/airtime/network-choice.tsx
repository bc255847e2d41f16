import type { ReactElement } from 'react';

import type { AirtimeNetwork } from '../../../../contract/purchases.ts';
import { FieldGroup } from '../../../ui/form/field.tsx';
import css from './airtime.module.css';

export interface NetworkChoiceProps {
  readonly networks: readonly AirtimeNetwork[];
  readonly chosen: AirtimeNetwork | undefined;
  readonly error: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Colours of the marks, in turn; networks are told apart by their names. */
const TINTS = 4;

/** Which network is topped up. */
export function NetworkChoice(props: NetworkChoiceProps): ReactElement {
  const { networks, chosen, error, onChoose } = props;
  return (
    <FieldGroup legend="Network" error={error}>
      <div className={css['networks']}>
        {networks.map(({ id, name }, index) => (
          <label key={id} className={css['network']}>
            <input
              type="radio"
              name="network"
              className="vh"
              data-field="network"
              checked={id === chosen?.id}
              onChange={() => onChoose(id)}
            />
            <span className={css['mark']} data-tint={index % TINTS} aria-hidden="true">
              {name.slice(0, 2)}
            </span>
            <span className="xs semi">{name}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
