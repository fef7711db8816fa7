<?php
// Symfony Lock behind the line protocol of ../protocol.ts. Each holder is a process of its own, for PHP has no threads:
// requests go to it through a socket, and it answers on the standard output that all of them share.

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

require '/usr/share/php/Symfony/Component/Lock/autoload.php';

const LEASE_MS = 60_000;

/** One line is one write, so that those of several processes do not mix. */
function say(array $line): void
{
    fwrite(STDOUT, json_encode($line) . "\n");
}

/** The library is told apart from its siblings by Debian's package; it says no version itself. */
function version(): string
{
    $said = shell_exec("dpkg-query -W -f '\${Version}' php-symfony-lock");
    return preg_match('/^\d+(\.\d+)+/', (string) $said, $found) ? $found[0] : 'unknown';
}

/** Serves one holder until its socket ends. */
function serve($socket, array $nodes): void
{
    $held = null;
    while (($line = fgets($socket)) !== false) {
        $request = json_decode($line, true);
        try {
            $node = parse_url($nodes[$request['connection']]);
            $result = perform($request, $node, $held);
            say(['event' => 'done', 'id' => $request['id'], 'result' => (object) $result]);
        } catch (Throwable $error) {
            $name = (new ReflectionClass($error))->getShortName();
            say(['event' => 'failed', 'id' => $request['id'], 'error' => $name, 'message' => $error->getMessage()]);
        }
    }
}

function perform(array $request, array $node, ?Lock &$held): array
{
    switch ($request['do']) {
        case 'acquire':
            $redis = new Redis();
            $redis->connect($node['host'], $node['port']);
            $key = new Key($request['keys'][0]);
            $leaseMs = $request['leaseMs'] ?? LEASE_MS;
            // Without release by its destructor: what is held stays when the process ends.
            $lock = new Lock($key, new RedisStore($redis), $leaseMs / 1000, false);
            if (!$lock->acquire(($request['waitMs'] ?? null) !== 0)) {
                return ['acquired' => false];
            }
            $held = $lock;
            return ['acquired' => true, 'token' => $key->getState(RedisStore::class)];
        case 'release':
            $held->release();
            return [];
        case 'extend':
            $held->refresh($request['leaseMs'] / 1000);
            return [];
        case 'state':
            return ['locked' => $held->isAcquired()];
        default:
            throw new InvalidArgumentException("cannot do \"{$request['do']}\"");
    }
}

/** @var resource[] $holders sockets of the holders' processes */
$holders = [];
$processes = [];
$nodes = [];
say(['event' => 'ready', 'library' => 'symfony/lock', 'version' => version()]);
while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true);
    $name = $request['holder'] ?? '';
    if ($request['do'] === 'connect') {
        $nodes[$request['connection']] = $request['nodes'][0];
        say(['event' => 'done', 'id' => $request['id'], 'result' => (object) []]);
        continue;
    }
    if ($request['do'] === 'leave') {
        unset($holders[$name]); // its process ends with its socket
        say(['event' => 'done', 'id' => $request['id'], 'result' => (object) []]);
        continue;
    }
    if (!isset($holders[$name])) {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === 0) {
            foreach ($holders as $other) {
                fclose($other); // or those would never end
            }
            fclose($ours);
            serve($its, $nodes);
            posix_kill(posix_getpid(), SIGKILL); // no clean-up of what the parent has
        }
        fclose($its);
        $holders[$name] = $ours;
        $processes[] = $pid;
    }
    fwrite($holders[$name], $line);
}
foreach ($processes as $pid) {
    posix_kill($pid, SIGKILL); // who sleeps for a lock does not read that its socket ended
}
