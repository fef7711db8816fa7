import { XRAY_MEGABYTES } from '../../domain/actions/xray';
import type { SettingsSource } from '../../domain/nodes/settings-source';
import type { Member, Target, Topology } from '../../domain/nodes/target';
import { addressOf } from '../../redis/connection';
import { approvalTime } from './config-persons';
import { DEFAULT_COMMANDS_PER_SECOND, dbOf, type MemberSettings, type TargetSettings } from './config-schema';
import { tlsMaterial } from './config-tls';

/** A target of its settings, which are valid; relative file names are of `folder`. Throws as `tlsMaterial`. */
export function toTarget(settings: TargetSettings, folder: string, from: SettingsSource): Target {
  const environment = settings.environment ?? 'unlabelled';
  const { topology = 'standalone', nodes = [], primary = '' } = settings;
  const [first = ''] = nodes;
  const url = new URL(settings.url ?? (typeof first === 'string' ? first : (first.nodes[0] ?? '')));
  // Behind sentinels their URLs say where to ask, and nothing about how to log on to what they name.
  const ofSentinels = topology === 'sentinel' || (typeof first !== 'string' && first.topology === 'sentinel');
  if (ofSentinels) Object.assign(url, { username: '', password: '' });
  if (settings.username) url.username = encodeURIComponent(settings.username);
  if (settings.password) url.password = encodeURIComponent(settings.password);
  const db = settings.db ?? dbOf(url) ?? 0;
  url.pathname = `/${db}`;
  const target: Target = {
    name: settings.name,
    environment,
    production: settings.production ?? /^prod(?:uction)?\b/i.test(environment),
    url: url.toString(),
    topology: { kind: 'standalone' },
    tls: settings.tls ? tlsMaterial(settings.name, settings.tls, folder) : null,
    db,
    patterns: settings.patterns ?? [],
    ...(settings.notLocks && { notLocks: settings.notLocks }),
    prefixes: settings.prefixes ?? [],
    trackKeyspace: settings.trackKeyspace ?? true,
    readOnly: settings.readOnly ?? false,
    ...(settings.stepUp && { stepUp: true }),
    ...(settings.twoPersons && { twoPersons: approvalTime(settings.twoPersons) }),
    ...(settings.replicas === false && { askReplicas: false }),
    ...(settings.xray && { xray: { maxBytes: (settings.xrayMegabytes ?? XRAY_MEGABYTES) * 1_000_000 } }),
    commandsPerSecond: settings.commandsPerSecond ?? DEFAULT_COMMANDS_PER_SECOND,
    from,
  };
  return { ...target, topology: topologyOf(topology, nodes, primary, target) };
}

function topologyOf(
  kind: NonNullable<TargetSettings['topology']>,
  nodes: readonly (string | MemberSettings)[],
  primary: string,
  target: Target,
): Topology {
  if (kind === 'redlock') return { kind, members: nodes.map((node) => memberOf(node, target)) };
  return placeOf(
    kind,
    nodes.filter((node) => typeof node === 'string'),
    primary,
  );
}

function placeOf(
  kind: 'standalone' | 'sentinel' | 'cluster',
  nodes: string[],
  primary: string,
): Exclude<Topology, { kind: 'redlock' }> {
  if (kind === 'sentinel') return { kind, sentinels: nodes, primary };
  return kind === 'cluster' ? { kind, seeds: nodes } : { kind };
}

/** A master of a group. What it is called stays the same when another server takes its place. */
function memberOf(node: string | MemberSettings, target: Target): Member {
  if (typeof node === 'string') {
    const url = masterUrl(node, target);
    return { ...target, url, votesAs: addressOf({ url, tls: null }) };
  }
  const { topology, nodes, primary = '' } = node;
  const [seed = ''] = nodes;
  const own = new URL(seed);
  if (topology === 'sentinel') Object.assign(own, { username: '', password: '' });
  return {
    ...target,
    url: masterUrl(own.toString(), target),
    topology: placeOf(topology, nodes, primary),
    votesAs: topology === 'sentinel' ? `${primary}@${own.host}` : addressOf({ url: seed, tls: null }),
  };
}

/** Masters may have users of their own; what the target says is for those whose URL says nothing. */
function masterUrl(node: string, { url, db }: Target): string {
  const [own, shared] = [new URL(node), new URL(url)];
  if (!own.username) own.username = shared.username;
  if (!own.password) own.password = shared.password;
  own.pathname = `/${db}`;
  return own.toString();
}
