import type { LockAction } from '../../contract/action-codes';
import type { ActionNeeds } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import type { Format } from '../../formats/core/format';

type Unsupported = {
  code: `${LockAction}-unsupported`;
  message: string;
  needs?: ActionNeeds;
};

const DONE = { release: 'released', extend: 'extended', quarantine: 'put in quarantine' } as const;

/** Why a format does not offer an act on this key, and the setting that would allow it, if one would. */
export function unsupported({ library, needs }: Format, action: LockAction, key: ByteString): Unsupported {
  const code = `${action}-unsupported` as const;
  const needed = needs?.(key) ?? null;
  if (!needed || action === 'quarantine') {
    return { code, message: `${library} cannot be ${DONE[action]} from here` };
  }
  const { setting, pattern } = needed;
  const message = `no format takes this value: its pattern ${JSON.stringify(pattern)} must have "release": true in the setting "${setting}"`;
  return { code, message, needs: needed };
}

/** The same as an error of the act itself. */
export function unsupportedError(format: Format, action: LockAction, key: ByteString): ConsoleError {
  const { code, message, ...details } = unsupported(format, action, key);
  return new ConsoleError(code, message, details);
}
