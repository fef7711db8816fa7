import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { useT } from '@/components/i18n/use-t';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries, possibleQueries } from '@/lib/api/queries';
import { requestDecision } from '@/lib/api/requests';
import type { DecideRequest } from '@/lib/contract/possible';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** Sends a decision about a key, and has the lists fetched anew. */
export function useDecide(id: LockId) {
  const t = useT('possible');
  const announce = useAnnounce();
  const cache = useQueryClient();
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle');

  async function send(is: DecideRequest['is']): Promise<void> {
    setState('busy');
    try {
      await requestDecision(id, { is });
    } catch (error) {
      setState(ApiFailure.of(error));
      return;
    }
    announce(t('decided'));
    setState('idle');
    await Promise.all(
      [possibleQueries.key, lockQueries.all].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  }

  return { send, busy: state === 'busy', failure: state instanceof ApiFailure ? state : null };
}
