import type { ReactElement } from 'react';

import { CoverField } from '../cover/cover-field.tsx';
import type { Cover } from '../cover/use-cover.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import type { GiveawayPartProps } from './giveaway-prize.tsx';

export interface GiveawayLookProps extends GiveawayPartProps {
  readonly cover: Cover;
  readonly onCover: (cover: File | undefined) => void;
}

export function GiveawayLook(props: GiveawayLookProps): ReactElement {
  const { form, errors, onChange, cover, onCover } = props;
  return (
    <>
      <CoverField
        help="Without one, the cloth of your region."
        cover={cover}
        error={errors.cover}
        onChange={onCover}
      />
      <Field label="Link" help="Optional. 'Learn more' opens it in a new tab." error={errors.adUrl}>
        <Input
          data-field="adUrl"
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="https://"
          value={form.adUrl}
          onChange={({ target }) => onChange({ adUrl: target.value })}
        />
      </Field>
      <Field
        label="Message"
        help="Optional. 'Learn more' shows it when there is no link."
        error={errors.adCopy}
      >
        <Input
          data-field="adCopy"
          maxLength={500}
          value={form.adCopy}
          onChange={({ target }) => onChange({ adCopy: target.value })}
        />
      </Field>
    </>
  );
}
