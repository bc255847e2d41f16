import type { ReactElement } from 'react';

import { ENTRY_RULES, type EntryRule } from '../../../../../contract/vouchers/entry-rule.ts';
import { RadioRow, SwitchRow } from '../../../../ui/form/choice.tsx';
import { entryRuleOf } from '../giveaway-form.ts';
import type { GiveawayPartProps } from '../giveaway-prize.tsx';

interface RuleCopy {
  readonly name: string;
  readonly note: string;
}

const RULES: Readonly<Record<EntryRule, RuleCopy>> = {
  everybody: { name: 'Everybody', note: 'Whoever has an account, also a new one' },
  verified: { name: 'Verified people', note: 'They have proved an e-mail address of their own' },
  aged: { name: 'Accounts older than a week', note: 'Verified ones; newcomers have to wait' },
};

/** Whose guesses the giveaway takes. While the creator has not chosen, its worth does. */
export function GiveawayGuessers({
  form,
  onChange,
}: Omit<GiveawayPartProps, 'errors'>): ReactElement {
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
