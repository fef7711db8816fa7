import { type ByteString, textOf } from '../../domain/keys/bytes';
import type { DecodedHolder } from '../core/format';

const LOCK_ID = /^([!-~\x80-\xff]{1,255})_(\d{1,10})_[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** Holder of a Medallion lock id, `<machine>_<pid>_<GUID>`; null for anything else. The machine's name may contain `_`. */
export function medallionHolder(
  token: ByteString,
  mode: DecodedHolder['mode'],
): Omit<DecodedHolder, 'ttlMs'> | null {
  const [, machine, pid] = (token.length <= 299 && LOCK_ID.exec(token)) || [];
  if (!machine || !pid) return null;
  const host = textOf(machine) ?? machine;
  return {
    token,
    tokenUnique: true,
    label: `${host}:${pid}`,
    mode,
    holdCount: 1,
    since: null,
    process: { host, pid: Number(pid), instance: null },
  };
}
