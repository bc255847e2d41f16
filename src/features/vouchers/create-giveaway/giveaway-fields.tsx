import type { ReactElement } from 'react';

import { currencySymbol } from '../../../../contract/money.ts';
import type { VoucherType } from '../../../../contract/vouchers.ts';
import { minimumMajorOf } from '../../../../contract/vouchers/entry-rule.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/input.tsx';
import { CoverField } from '../cover/cover-field.tsx';
import type { Cover } from '../cover/use-cover.ts';
import { AmountFields } from '../create/amount-fields.tsx';
import { TextField } from '../create/text-field.tsx';
import type { GiveawayErrors, GiveawayForm } from './giveaway-form.ts';

export interface GiveawayPartProps {
  readonly form: GiveawayForm;
  readonly errors: GiveawayErrors;
  readonly onChange: (change: Partial<GiveawayForm>) => void;
}

const TYPE_NAMES: Readonly<Record<VoucherType, string>> = {
  goodies: 'Goodies',
  mobile: 'Mobile airtime',
  digital: 'Digital',
};

const isType = (value: string): value is VoucherType => Object.hasOwn(TYPE_NAMES, value);

export function GiveawayPrize(props: GiveawayPartProps): ReactElement {
  const { form, errors, onChange } = props;
  const { type, currency } = form;
  return (
    <>
      <AmountFields
        label="Prize"
        help={`At least ${currencySymbol(currency)}${minimumMajorOf(currency)}. The winner receives all of it.`}
        form={form}
        error={errors.amount}
        onChange={({ currency: other, ...change }) =>
          onChange(other ? { currency: other, amount: String(minimumMajorOf(other)) } : change)
        }
      />
      <Field label="Type">
        <Select
          value={type}
          onChange={({ target }) => isType(target.value) && onChange({ type: target.value })}
          options={Object.entries(TYPE_NAMES)}
        />
      </Field>
      {type === 'mobile' && (
        <TextField
          {...props}
          field="network"
          label="Network"
          help="Shown on the cover, such as MTN."
          maxLength={24}
        />
      )}
    </>
  );
}

interface GiveawayLookProps extends GiveawayPartProps {
  readonly cover: Cover;
  readonly onCover: (cover: File | undefined) => void;
}

export function GiveawayLook({ cover, onCover, ...part }: GiveawayLookProps): ReactElement {
  return (
    <>
      <CoverField
        help="Without one, the cloth of your region."
        cover={cover}
        error={part.errors.cover}
        onChange={onCover}
      />
      <TextField
        {...part}
        field="adUrl"
        label="Link"
        help="Optional. 'Learn more' opens it in a new tab."
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://"
      />
      <TextField
        {...part}
        field="adCopy"
        label="Message"
        help="Optional. 'Learn more' shows it when there is no link."
        maxLength={500}
      />
    </>
  );
}
