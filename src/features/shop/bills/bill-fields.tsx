import type { ReactElement } from 'react';
import dropletIcon from 'lucide/dist/esm/icons/droplet.mjs';
import ellipsisIcon from 'lucide/dist/esm/icons/ellipsis.mjs';
import tvIcon from 'lucide/dist/esm/icons/tv.mjs';
import wifiIcon from 'lucide/dist/esm/icons/wifi.mjs';
import zapIcon from 'lucide/dist/esm/icons/zap.mjs';
import { REGIONS } from '../../../../contract/region-table.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { MoneyField } from '../../../shared/wallet/money-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, Select } from '../../../ui/form/input.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import {
  chosenIn,
  type BillFacts,
  type BillField,
  type BillForm,
  type Chosen,
} from './bill-form.ts';
import type { BillCategory, BillCategoryId } from '../../../../contract/purchases.ts';
import { RadioTile } from '../../../ui/form/choice.tsx';
import { Icon } from '../../../ui/icon.tsx';
import css from './bills.module.css';

export interface BillFieldsProps {
  readonly facts: BillFacts;
  readonly form: Form<BillField, BillForm>;
}

export function BillFields(props: BillFieldsProps): ReactElement {
  const { facts, form } = props;
  const { values, errors, change } = form;
  const chosen = chosenIn(values, facts.categories);
  const { category, biller } = chosen;
  return (
    <>
      <CategoryChoice
        categories={facts.categories}
        chosen={values.category}
        onChoose={(id) => change({ category: id, biller: '', item: '', amount: '' })}
      />
      <Field label="Provider" error={errors.biller}>
        <Select
          data-field="biller"
          value={values.biller}
          onChange={({ target }) => change({ biller: target.value, item: '', amount: '' })}
          options={[
            ['', 'Choose a provider'],
            ...(category?.billers ?? []).map(({ id, name }) => [id, name] as const),
          ]}
        />
      </Field>
      <Item {...props} chosen={chosen} />
      <Field
        label={biller?.customer_label ?? 'Customer number'}
        {...form.text('customer')}
        help={
          biller?.is_checked ? 'Its owner is shown before you pay.' : 'As it stands on your bill.'
        }
      >
        <Input inputMode="text" autoComplete="off" maxLength={40} />
      </Field>
      <Amount {...props} chosen={chosen} />
    </>
  );
}

type WithChosen = BillFieldsProps & { readonly chosen: Chosen };

/** Left out where a biller has one thing to pay for. */
function Item({ facts, form, chosen }: WithChosen): ReactElement | null {
  const { biller } = chosen;
  if (!biller || biller.items.length < 2) return null;
  const { currency } = REGIONS[facts.region];
  return (
    <Field label="Pay for" {...form.text('item')}>
      <Select
        options={[
          ['', 'Choose what to pay for'],
          ...biller.items.map(
            ({ id, name, amount }) =>
              [id, amount === null ? name : `${name} · ${formatExact(amount, currency)}`] as const,
          ),
        ]}
      />
    </Field>
  );
}

/** A price that stands is shown, not typed. */
function Amount({ facts, form, chosen }: WithChosen): ReactElement {
  const { item } = chosen;
  const { currency } = REGIONS[facts.region];
  const fee = item && item.fee > 0 ? `A fee of ${formatExact(item.fee, currency)} is added.` : '';
  if (item && item.amount !== null)
    return (
      <p>
        {item.name}: <strong>{formatExact(item.amount, currency)}</strong> {fee}
      </p>
    );
  return <MoneyField {...form.text('amount')} help={fee} currency={currency} />;
}

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

function CategoryChoice(props: CategoryChoiceProps): ReactElement {
  const { categories, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend className="vh">What the bill is for</legend>
      <div className="thirds">
        {categories.map(({ id, name }) => (
          <RadioTile
            key={id}
            className={css['category']}
            name="category"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          >
            {ICONS[id]}
            <span className="semi sm">{name}</span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
