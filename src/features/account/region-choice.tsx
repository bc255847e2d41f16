import type { ReactElement, Ref } from 'react';

import { REGION_KEYS, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { RadioTile } from '../../ui/form/choice.tsx';
import css from './region-cards.module.css';

export interface RegionChoiceProps {
  readonly legend: string;
  readonly chosen?: RegionKey;
  readonly onChoose: (region: RegionKey) => void;
  readonly isDisabled?: boolean;
  readonly cardsRef?: Ref<HTMLDivElement>;
}

export function RegionChoice(props: RegionChoiceProps): ReactElement {
  const { legend, chosen, onChoose, isDisabled, cardsRef } = props;
  return (
    <fieldset className="stack g2" disabled={isDisabled}>
      <legend>{legend}</legend>
      <div ref={cardsRef} className="thirds single">
        {REGION_KEYS.map((key) => (
          <RadioTile
            key={key}
            className={css['card']}
            name="region"
            value={key}
            {...(chosen !== undefined && { checked: key === chosen })}
            onChange={() => onChoose(key)}
          >
            <span aria-hidden="true">
              <Flag region={key} />
            </span>
            <span className="semi">{REGIONS[key].name}</span>
            <span className="xs muted">{REGIONS[key].currency}</span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
