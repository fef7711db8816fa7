"""What the line protocol asks of each Python lock library.

A library is a function from a Redis URL to `acquire(key, wait_s, lease_s)`: what it holds, or None when the wait is over.
`wait_s` None = for ever, 0 = one attempt; `lease_s` None = as the library does when none is named.
"""

import pottery
import redis
import redis_lock


class Held:
    def __init__(self, token, release, extend):
        self.token = token
        self.release = release
        self.extend = extend


def redis_py(url):
    client = redis.Redis.from_url(url, socket_timeout=None)

    def acquire(key, wait_s, lease_s):
        lock = client.lock(key, timeout=lease_s)
        if not lock.acquire(blocking=wait_s != 0, blocking_timeout=wait_s or None):
            return None
        token = lock.local.token.decode()
        return Held(token, lock.release, lambda seconds: lock.extend(seconds, replace_ttl=True))

    return acquire


def python_redis_lock(url):
    client = redis.Redis.from_url(url, socket_timeout=None)

    def acquire(key, wait_s, lease_s):
        expire = None if lease_s is None else int(lease_s)
        lock = redis_lock.Lock(client, key, expire=expire)
        # It refuses a wait that is longer than its own lease, so the wait is for ever where both are named.
        blocking = wait_s != 0
        timeout = wait_s if blocking and (expire is None or wait_s is None or wait_s <= expire) else None
        if not lock.acquire(blocking=blocking, timeout=timeout):
            return None
        return Held(lock.id, lock.release, lambda seconds: lock.extend(expire=int(seconds)))

    return acquire


def pottery_redlock(url):
    client = redis.Redis.from_url(url, socket_timeout=None)

    def acquire(key, wait_s, lease_s):
        named = {} if lease_s is None else {"auto_release_time": lease_s}
        lock = pottery.Redlock(key=key, masters={client}, **named)
        if not lock.acquire(blocking=wait_s != 0, timeout=-1 if not wait_s else wait_s):
            return None
        # It can only extend by the lease it was made with.
        return Held(lock._uuid, lock.release, lambda _: lock.extend())

    return acquire


LIBRARIES = {"redis": redis_py, "python-redis-lock": python_redis_lock, "pottery": pottery_redlock}
