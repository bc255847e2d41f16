import type { ReactElement } from 'react';
import dropletIcon from 'lucide/dist/esm/icons/droplet.mjs';
import ellipsisIcon from 'lucide/dist/esm/icons/ellipsis.mjs';
import tvIcon from 'lucide/dist/esm/icons/tv.mjs';
import wifiIcon from 'lucide/dist/esm/icons/wifi.mjs';
import zapIcon from 'lucide/dist/esm/icons/zap.mjs';

import type { BillCategory, BillCategoryId } from '../../../../contract/purchases.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './bills.module.css';

const ICONS: Readonly<Record<BillCategoryId, ReactElement>> = {
  electricity: <Icon of={zapIcon} size="lg" />,
  tv: <Icon of={tvIcon} size="lg" />,
  internet: <Icon of={wifiIcon} size="lg" />,
  water: <Icon of={dropletIcon} size="lg" />,
  other: <Icon of={ellipsisIcon} size="lg" />,
};

export interface CategoryChoiceProps {
  readonly categories: readonly BillCategory[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** What the bill is for. */
export function CategoryChoice(props: CategoryChoiceProps): ReactElement {
  const { categories, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend className="vh">What the bill is for</legend>
      <div className={css['categories']}>
        {categories.map(({ id, name }) => (
          <label key={id} className={css['category']} data-category={id}>
            <input
              type="radio"
              name="category"
              className="vh"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            {ICONS[id]}
            <span className="semi sm">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
