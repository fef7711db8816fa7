import type { Grant } from '@/lib/contract/access/sessions';
import { boundsOf } from './role-grants';

/** Rights, and the keys that bound them. */
export function GrantText({ grant }: { grant: Pick<Grant, 'rights' | 'keys'> }) {
  const bounds = boundsOf(grant);
  return (
    <>
      {grant.rights.join(', ')}
      {bounds.length > 0 ? (
        <bdi dir="ltr" className="mono wrap-anywhere ms-1 text-3">
          {bounds.join(' ')}
        </bdi>
      ) : null}
    </>
  );
}
