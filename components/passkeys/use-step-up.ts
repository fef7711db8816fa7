import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';

/** Has a passkey confirm the own session. `confirm` resolves with whether it did; `failure` says why it did not. */
export function useStepUp() {
  const [state, setState] = useState<'idle' | 'asking' | ApiFailure>('idle');

  async function confirm(): Promise<boolean> {
    setState('asking');
    try {
      const { requestPasskeyAnswer } = await import('@/lib/api/passkeys');
      await requestPasskeyAnswer();
      setState('idle');
      return true;
    } catch (error) {
      setState(ApiFailure.of(error));
      return false;
    }
  }

  return { isAsking: state === 'asking', failure: state instanceof ApiFailure ? state : null, confirm };
}
