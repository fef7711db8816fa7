import type { ByteString } from '../domain/bytes';
import type { ScriptReply } from '../redis/run-script';

/** What a kind of lock says to Redis. Every call is one script; replies are those of the scripts. */
export type LockProtocol = {
  /** `done`, or `otherHolder` with the TTL in ms (-1 = never expires). `holdCount` = holds after the call. */
  acquire(key: ByteString, token: string, leaseMs: number, holdCount: number): Promise<ScriptReply>;
  /** `done` with the TTL in ms from the moment the server ran it. */
  renew(key: ByteString, token: string, leaseMs: number): Promise<ScriptReply>;
  /** `done` when nothing is left, `stillHeld` otherwise. `left` = holds after the call. */
  release(key: ByteString, token: string, leaseMs: number, left: number): Promise<ScriptReply>;
  channelOf(key: ByteString): ByteString;
};
