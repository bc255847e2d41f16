import { useState, type ComponentProps, type ReactElement } from 'react';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import eyeOffIcon from 'lucide/dist/esm/icons/eye-off.mjs';
import { IconButton } from '../action/icon-button.tsx';
import { InputGroup } from './input-group.tsx';
import { Input } from './input.tsx';
import { Icon } from '../icon.tsx';

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
          <Icon of={shown ? eyeOffIcon : eyeIcon} size="md" />
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
