import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';

/** A request that a dialog sends, and what came of it. The dialog closes when it is done, so it stays `isSending`. */
export function useSending() {
  const [state, setState] = useState<'idle' | 'sending' | ApiFailure>('idle');

  async function send(work: () => Promise<void>): Promise<void> {
    setState('sending');
    try {
      await work();
    } catch (error) {
      setState(ApiFailure.of(error));
    }
  }

  return { isSending: state === 'sending', failure: state instanceof ApiFailure ? state : null, send };
}
