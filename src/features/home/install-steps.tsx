import type { ReactElement } from 'react';
import addIcon from 'lucide/dist/esm/icons/square-plus.mjs';
import shareIcon from 'lucide/dist/esm/icons/share.mjs';
import openIcon from 'lucide/dist/esm/icons/smartphone.mjs';

import { Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet, type SheetProps } from '../../ui/overlay/sheet.tsx';

const STEPS = [
  { icon: shareIcon, text: 'Tap Share in the browser’s bar.' },
  { icon: addIcon, text: 'Choose ‘Add to Home Screen’, further down in the list, then ‘Add’.' },
  { icon: openIcon, text: 'Open Goodies from your home screen, and log in there once.' },
] as const;

/** How an iPhone or iPad puts the app on its home screen: there no page may ask for it. */
export function InstallSteps(props: Pick<SheetProps, 'open' | 'onClose'>): ReactElement {
  return (
    <Sheet {...props} title="Add to your home screen">
      <div className="stack g5">
        <ol className="stack g4">
          {STEPS.map(({ icon, text }) => (
            <li key={text} className="line">
              <Icon of={icon} size="md" />
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Button variant="primary" block onClick={props.onClose}>
          Got it
        </Button>
      </div>
    </Sheet>
  );
}
