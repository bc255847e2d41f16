import type { ReactElement } from 'react';
import type { IconNode } from 'lucide';
import dicesIcon from 'lucide/dist/esm/icons/dices.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';

import { ENTRY_RULES, type EntryRule } from '../../../../../contract/vouchers/entry-rule.ts';
import { onlyDigits } from '../../../../../contract/plain-text.ts';
import { CODE_LENGTH, GIVEAWAY_MASKED_DIGITS } from '../../../../../contract/constants.ts';
import type { RevealMethod } from '../../../../../contract/vouchers.ts';
import { RadioRow, SwitchRow } from '../../../../ui/form/choice.tsx';
import { cleanAmount } from '../../../../ui/form/amount-text.ts';
import { Fold } from '../../../../ui/display/fold.tsx';
import { Grid } from '../../../../ui/layout/layout.tsx';
import { RowIcon } from '../../../../ui/display/rows.tsx';
import { ExpiryFields } from '../../create/expiry-fields.tsx';
import { TextField } from '../../create/text-field.tsx';
import { entryRuleOf } from '../giveaway-form.ts';
import type { GiveawayPartProps } from '../giveaway-fields.tsx';

interface RuleCopy {
  readonly name: string;
  readonly note: string;
}

const RULES: Readonly<Record<EntryRule, RuleCopy>> = {
  everybody: { name: 'Everybody', note: 'Anyone with an account, even a new one' },
  verified: { name: 'Verified people', note: 'They have verified their e-mail address' },
  aged: { name: 'Accounts older than a week', note: 'Verified ones; newcomers have to wait' },
};

function GiveawayGuessers({ form, onChange }: Omit<GiveawayPartProps, 'errors'>): ReactElement {
  return (
    <fieldset className="stack g2">
      <legend>Who may guess</legend>
      {ENTRY_RULES.map((rule) => (
        <RadioRow
          key={rule}
          name="entry-rule"
          label={RULES[rule].name}
          note={RULES[rule].note}
          checked={entryRuleOf(form) === rule}
          onChange={() => onChange({ entryRule: rule })}
        />
      ))}
      <SwitchRow
        label="Private"
        note={
          form.isPrivate
            ? 'Only people you allow can guess, and it is not listed'
            : 'Everyone can find it'
        }
        checked={form.isPrivate}
        onChange={({ target }) => onChange({ isPrivate: target.checked })}
      />
    </fieldset>
  );
}

const METHODS: readonly (RuleCopy & { readonly method: RevealMethod; readonly icon: IconNode })[] =
  [
    { method: 'views', name: 'Views', note: 'Digits open as views come in', icon: eyeIcon },
    { method: 'time', name: 'Time', note: 'A digit opens when a countdown ends', icon: timerIcon },
    {
      method: 'lottery',
      name: 'Lottery',
      note: 'Everyone with the right digits shares the prize at the draw',
      icon: dicesIcon,
    },
  ];

function Thresholds(props: GiveawayPartProps): ReactElement {
  const hasTwo = props.form.maskedDigits === 4;
  const views = {
    ...props,
    help: 'views',
    inputMode: 'numeric',
    clean: (typed: string) => cleanAmount(typed, 0),
  } as const;
  return (
    <Grid columns={2}>
      {hasTwo && <TextField {...views} field="firstViews" label="First digit opens at" />}
      <TextField
        {...views}
        field="secondViews"
        label={hasTwo ? 'Second digit opens at' : 'A digit opens at'}
      />
    </Grid>
  );
}

function GiveawayAdvanced(props: GiveawayPartProps): ReactElement {
  const { form, errors, onChange } = props;
  return (
    <Fold
      title="Advanced"
      mustOpen={form.doesStartLater || errors.code !== undefined || form.code !== ''}
    >
      <div className="stack g4">
        <SwitchRow
          label="Start later"
          note="People see a countdown until then, and nobody can guess"
          checked={form.doesStartLater}
          onChange={({ target }) => onChange({ doesStartLater: target.checked })}
        />
        {form.doesStartLater && (
          <TextField
            {...props}
            field="startsAt"
            label="Starts on"
            help="In your own time zone."
            type="datetime-local"
          />
        )}
        <TextField
          {...props}
          field="code"
          label="Code"
          help={`We draw one. To choose it yourself, type ${CODE_LENGTH} digits.`}
          inputMode="numeric"
          autoComplete="off"
          clean={(typed) => onlyDigits(typed, CODE_LENGTH)}
        />
      </div>
    </Fold>
  );
}

export function GiveawayReveal(props: GiveawayPartProps): ReactElement {
  const { form, onChange } = props;
  return (
    <>
      <fieldset className="stack g2">
        <legend>How digits open</legend>
        {METHODS.map(({ method, name, note, icon }) => (
          <RadioRow
            key={method}
            name="method"
            label={name}
            note={note}
            icon={<RowIcon of={icon} />}
            checked={form.method === method}
            onChange={() => onChange({ method })}
          />
        ))}
      </fieldset>
      <fieldset className="stack g2">
        <legend>Hidden digits</legend>
        <Grid columns={2}>
          {GIVEAWAY_MASKED_DIGITS.map((count) => (
            <RadioRow
              key={count}
              name="masked-digits"
              label={`${count} digits`}
              note={count === 4 ? 'Harder' : 'Easier'}
              checked={form.maskedDigits === count}
              onChange={() => onChange({ maskedDigits: count })}
            />
          ))}
        </Grid>
      </fieldset>
      {form.method === 'views' ? (
        <Thresholds {...props} />
      ) : (
        <TextField
          {...props}
          field="opensAt"
          label={form.method === 'time' ? 'A digit opens on' : 'Entries close on'}
          help="In your own time zone."
          type="datetime-local"
        />
      )}
      {form.method !== 'lottery' && (
        <ExpiryFields
          {...props}
          note="A prize that nobody wins returns to your wallet then"
          label="Ends on"
        />
      )}
      <GiveawayGuessers form={form} onChange={onChange} />
      <GiveawayAdvanced {...props} />
    </>
  );
}
