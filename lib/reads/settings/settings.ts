import type { ConsoleHealth, PatternSetting, SettingsAnswer, TargetSetting } from '../../contract/settings';
import { globOf, type Target } from '../../domain/nodes/target';
import type { Runtime } from '../../server/runtime/types';
import { lastTestOf } from './target-test';

type Set = Pick<
  Runtime,
  'config' | 'all' | 'access' | 'consoles' | 'live' | 'startedAtMs' | 'now' | 'targetFile' | 'sample'
>;

/** How this console is set up and how it is. Holds no URL of a target and no secret. Never rejects. */
export async function settingsAnswer(runtime: Set): Promise<SettingsAnswer> {
  const { access, startedAtMs, now, targetFile, sample } = runtime;
  return {
    file: targetFile.isThere() ? targetFile.path : null,
    adding: { file: targetFile.path, refused: targetFile.refused },
    sample: sample.state(),
    readAtMs: startedAtMs,
    targets: runtime.all().map(({ target }) => targetSetting(runtime, target)),
    roles: access.signIn?.roles ?? null,
    console: await consoleHealth(runtime),
    nowMs: now(),
  };
}

function targetSetting(runtime: Pick<Set, 'config'>, target: Target): TargetSetting {
  const { name, environment, production, readOnly, stepUp = false, twoPersons, topology } = target;
  return {
    ...{ name, environment, production, readOnly, stepUp },
    ...(twoPersons && { twoPersons }),
    topology: topology.kind,
    named: namedIn(topology),
    from: target.from ?? null,
    patterns: patternsOf(target),
    test: lastTestOf(runtime, name),
  };
}

/** The patterns that count, as the configuration gives them. */
function patternsOf({ patterns, notLocks = [], from }: Target): PatternSetting[] {
  const setting = from?.is === 'variables' ? 'LOCKSCOPE_PATTERNS' : 'patterns';
  const locks = patterns.map((pattern): PatternSetting => {
    const releases = typeof pattern !== 'string' && pattern.release === true;
    return { glob: globOf(pattern), is: 'lock', releases, setting };
  });
  const others = notLocks.map((glob): PatternSetting => {
    return { glob, is: 'not-a-lock', releases: false, setting: 'notLocks' };
  });
  return [...locks, ...others];
}

function namedIn(topology: Target['topology']): number {
  switch (topology.kind) {
    case 'standalone':
      return 1;
    case 'sentinel':
      return topology.sentinels.length;
    case 'cluster':
      return topology.seeds.length;
    case 'redlock':
      return topology.members.length;
  }
}

async function consoleHealth({ config, live, startedAtMs, ...runtime }: Set): Promise<ConsoleHealth> {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    role: config.role,
    peers: await peersOf(runtime),
    streams: live.clients(),
    process: { startedAtMs, node: process.version, memoryBytes: rss, heapBytes: heapUsed },
  };
}

async function peersOf({ consoles, all }: Pick<Set, 'consoles' | 'all'>): Promise<ConsoleHealth['peers']> {
  if (!consoles) return null;
  const { coordination } = consoles;
  return Promise.all(
    all().map(async ({ target: { name: target } }) => {
      try {
        const owner = await coordination.ownerOf(target);
        const self = owner?.watcher === coordination.watcher;
        return { target, collectedBy: owner && { url: owner.url, self }, problem: null };
      } catch (error) {
        return { target, collectedBy: null, problem: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}
