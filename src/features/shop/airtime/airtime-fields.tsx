import type { ReactElement } from 'react';
import usersIcon from 'lucide/dist/esm/icons/users.mjs';
import type { AirtimeNetwork } from '../../../../contract/purchases.ts';
import { QUICK_AIRTIME_MAJOR } from '../../../../contract/constants.ts';
import { REGIONS } from '../../../../contract/region-table.ts';
import { MoneyField } from '../../../shared/wallet/money-field.tsx';
import type { Form } from '../../../platform/form/use-form.ts';
import { useIsClient } from '../../../platform/document.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { Pills, type PillOption } from '../../../ui/action/pills.tsx';
import { Flag } from '../../../ui/display/flag.tsx';
import { FieldGroup, Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input } from '../../../ui/form/input.tsx';
import { RadioRow, RadioTile } from '../../../ui/form/choice.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import {
  networkOf,
  type AirtimeFacts,
  type AirtimeField,
  type AirtimeForm,
} from './airtime-form.ts';
import { cx } from '../../../ui/cx.ts';
import css from './airtime.module.css';

export interface AirtimeFieldsProps {
  readonly facts: AirtimeFacts;
  readonly form: Form<AirtimeField, AirtimeForm>;
}

const KINDS: readonly PillOption<AirtimeForm['kind']>[] = [
  { value: 'airtime', label: 'Airtime' },
  { value: 'data', label: 'Data' },
];

export function AirtimeFields(props: AirtimeFieldsProps): ReactElement {
  const { facts, form } = props;
  const { values, errors, change } = form;
  const network = networkOf(values, facts);
  return (
    <>
      <NetworkChoice
        networks={facts.networks}
        chosen={network}
        error={errors.network}
        onChoose={(id) => change({ network: id, bundle: '' })}
      />
      <Phone {...props} />
      <Pills
        label="What to buy"
        options={KINDS}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
      {values.kind === 'airtime' ? (
        <Amount {...props} network={network} />
      ) : (
        <Bundles {...props} network={network} />
      )}
    </>
  );
}

function Phone({ facts, form }: AirtimeFieldsProps): ReactElement {
  const { region } = facts;
  const { values, errors, change } = form;
  const isClient = useIsClient();
  const hasContacts = isClient && contacts() !== undefined;
  const choose = async (): Promise<void> => {
    const phone = await pickContact();
    if (phone !== undefined) change({ phone, network: '' });
  };
  return (
    <Field label="Phone number" error={errors.phone}>
      <InputGroup
        before={
          <span className={cx('line', css['country'])}>
            <Flag region={region} /> {REGIONS[region].phone_code}
          </span>
        }
        after={
          hasContacts && (
            <IconButton label="Choose from contacts" onClick={() => void choose()}>
              <Icon of={usersIcon} size="md" />
            </IconButton>
          )
        }
      >
        <Input
          data-field="phone"
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          value={values.phone}
          // Another number may be of another network.
          onChange={({ target }) => change({ phone: target.value, network: '' })}
        />
      </InputGroup>
    </Field>
  );
}

type OfNetwork = AirtimeFieldsProps & { readonly network: AirtimeNetwork | undefined };

function Amount({ facts, form, network }: OfNetwork): ReactElement {
  const { currency } = REGIONS[facts.region];
  const isFixed = network !== undefined && network.amounts.length > 0;
  const quick = isFixed
    ? network.amounts
    : QUICK_AIRTIME_MAJOR[currency].filter(
        (amount) => !network || (amount >= network.min && amount <= network.max),
      );
  return <MoneyField {...form.text('amount')} currency={currency} quick={quick} />;
}

function Bundles({ facts, form, network }: OfNetwork): ReactElement {
  const { currency } = REGIONS[facts.region];
  const { bundle: error } = form.errors;
  if (!network) return <p className="muted">Choose a network to see its data plans.</p>;
  if (network.bundles.length === 0)
    return <p className="muted">{`${network.name} has no data plans here.`}</p>;
  return (
    <FieldGroup legend="Data plan" error={error}>
      {network.bundles.map(({ id, name, amount }) => (
        <RadioRow
          key={id}
          name="bundle"
          data-field="bundle"
          label={name === '' ? 'Data plan' : name}
          note={formatExact(amount, currency)}
          checked={id === form.values.bundle}
          onChange={() => form.change({ bundle: id })}
        />
      ))}
    </FieldGroup>
  );
}

/** The browser's own choice of contacts; only some browsers on phones have it. */
interface ContactsManager {
  select(properties: readonly ['tel']): Promise<readonly { readonly tel?: readonly string[] }[]>;
}

const contacts = (): ContactsManager | undefined =>
  typeof navigator === 'undefined'
    ? undefined
    : (navigator as Navigator & { readonly contacts?: ContactsManager }).contacts;

/** The number of one contact; undefined when none was chosen. */
async function pickContact(): Promise<string | undefined> {
  try {
    const chosen = await contacts()?.select(['tel']);
    return chosen?.[0]?.tel?.[0];
  } catch {
    // Dismissed, or not allowed here: the number is typed.
    return undefined;
  }
}

export interface NetworkChoiceProps {
  readonly networks: readonly AirtimeNetwork[];
  readonly chosen: AirtimeNetwork | undefined;
  readonly error: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Colours of the marks, in turn; networks are told apart by their names. */
const TINTS = 4;

function NetworkChoice(props: NetworkChoiceProps): ReactElement {
  const { networks, chosen, error, onChoose } = props;
  return (
    <FieldGroup legend="Network" error={error}>
      <div className={css['networks']}>
        {networks.map(({ id, name }, index) => (
          <RadioTile
            key={id}
            className={css['network']}
            name="network"
            data-field="network"
            checked={id === chosen?.id}
            onChange={() => onChoose(id)}
          >
            <span
              className={cx('middle', css['mark'])}
              data-tint={index % TINTS}
              aria-hidden="true"
            >
              {name.slice(0, 2)}
            </span>
            <span className="xs semi">{name}</span>
          </RadioTile>
        ))}
      </div>
    </FieldGroup>
  );
}
