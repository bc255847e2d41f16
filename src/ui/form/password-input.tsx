import { useState, type ComponentProps, type ReactElement } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { EyeIcon } from '../icons/eye-icon.tsx';
import { EyeOffIcon } from '../icons/eye-off-icon.tsx';
import { InputGroup } from './input-group.tsx';
import { Input } from './input.tsx';

/** A password with a button that shows it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      after={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown((before) => !before)}
        >
          {shown ? <EyeOffIcon size="md" /> : <EyeIcon size="md" />}
        </IconButton>
      }
    >
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
      />
    </InputGroup>
  );
}
