import { useEffect, useState, type ComponentType, type ReactElement } from 'react';

import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { whenCalm } from '../../../platform/calm.ts';
import { toast } from '../../../platform/toast-store.ts';
import { Button } from '../../../ui/action/button.tsx';
import { PRACTICE_MASK, PracticeTicket } from './practice-ticket.tsx';

const loadGame = async (): Promise<ComponentType> =>
  (await import('./practice-game.tsx')).PracticeGame;

/** An example of a voucher that visitors can guess on without an account. */
export function DemoTicket(): ReactElement {
  const [Game, setGame] = useState<ComponentType>();
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => {
    // So that a tap finds the game's code here.
    void whenCalm()
      .then(loadGame)
      .catch(() => undefined);
  }, []);
  const play = async (): Promise<void> => {
    setIsLoading(true);
    try {
      const loaded = await loadGame();
      setGame(() => loaded);
    } catch {
      toast(DEVICE_ERRORS.network.message, { kind: 'error' });
    }
    setIsLoading(false);
  };
  if (Game) return <Game />;
  return (
    <PracticeTicket
      code={{ maskedCode: PRACTICE_MASK }}
      action={
        <Button
          variant="claim"
          block
          loading={isLoading}
          loadingLabel="Loading the practice ticket"
          onClick={() => void play()}
        >
          Try it
        </Button>
      }
    />
  );
}
