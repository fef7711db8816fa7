import { access } from './en/access';
import { actions } from './en/actions';
import { addTarget } from './en/add-target';
import { audit } from './en/audit';
import { bulk } from './en/bulk';
import { common } from './en/common';
import { docs } from './en/docs/docs';
import { families } from './en/families';
import { findings } from './en/findings';
import { graph } from './en/graph';
import { history } from './en/history';
import { historyCharts } from './en/history-charts';
import { holderVerdict } from './en/holder-verdict';
import { holders } from './en/holders';
import { insights } from './en/insights';
import { lock } from './en/lock';
import { locks } from './en/locks';
import { nodes } from './en/nodes';
import { overview } from './en/overview';
import { parts } from './en/parts';
import { passkeys } from './en/passkeys';
import { patterns } from './en/patterns';
import { possible } from './en/possible';
import { reach } from './en/reach';
import { replicas } from './en/replicas';
import { requests } from './en/requests';
import { rewind } from './en/rewind';
import { sameHold } from './en/same-hold';
import { settings } from './en/settings';
import { shell } from './en/shell';
import { silences } from './en/silences';
import { timeline } from './en/timeline';
import { whatIf } from './en/what-if';
import { xray } from './en/xray';
import type { Locale } from './locales';
import { type Catalogue, mergeCatalogues } from './merge';
import { access as accessZh } from './zh/access';
import { actions as actionsZh } from './zh/actions';
import { addTarget as addTargetZh } from './zh/add-target';
import { audit as auditZh } from './zh/audit';
import { bulk as bulkZh } from './zh/bulk';
import { common as commonZh } from './zh/common';
import { docs as docsZh } from './zh/docs/docs';
import { families as familiesZh } from './zh/families';
import { findings as findingsZh } from './zh/findings';
import { graph as graphZh } from './zh/graph';
import { history as historyZh } from './zh/history';
import { historyCharts as historyChartsZh } from './zh/history-charts';
import { holderVerdict as holderVerdictZh } from './zh/holder-verdict';
import { holders as holdersZh } from './zh/holders';
import { insights as insightsZh } from './zh/insights';
import { lock as lockZh } from './zh/lock';
import { locks as locksZh } from './zh/locks';
import { nodes as nodesZh } from './zh/nodes';
import { overview as overviewZh } from './zh/overview';
import { parts as partsZh } from './zh/parts';
import { passkeys as passkeysZh } from './zh/passkeys';
import { patterns as patternsZh } from './zh/patterns';
import { possible as possibleZh } from './zh/possible';
import { reach as reachZh } from './zh/reach';
import { replicas as replicasZh } from './zh/replicas';
import { requests as requestsZh } from './zh/requests';
import { rewind as rewindZh } from './zh/rewind';
import { sameHold as sameHoldZh } from './zh/same-hold';
import { settings as settingsZh } from './zh/settings';
import { shell as shellZh } from './zh/shell';
import { silences as silencesZh } from './zh/silences';
import { timeline as timelineZh } from './zh/timeline';
import { whatIf as whatIfZh } from './zh/what-if';
import { xray as xrayZh } from './zh/xray';

export const en = {
  common,
  shell,
  overview,
  findings,
  replicas,
  silences,
  nodes,
  audit,
  bulk,
  parts,
  locks,
  lock,
  graph,
  history,
  historyCharts,
  families,
  insights,
  holders,
  holderVerdict,
  actions,
  sameHold,
  whatIf,
  xray,
  timeline,
  rewind,
  possible,
  access,
  passkeys,
  settings,
  requests,
  addTarget,
  patterns,
  reach,
  docs,
};

const zh = {
  common: commonZh,
  shell: shellZh,
  overview: overviewZh,
  findings: findingsZh,
  replicas: replicasZh,
  silences: silencesZh,
  nodes: nodesZh,
  audit: auditZh,
  bulk: bulkZh,
  parts: partsZh,
  locks: locksZh,
  lock: lockZh,
  graph: graphZh,
  history: historyZh,
  historyCharts: historyChartsZh,
  families: familiesZh,
  insights: insightsZh,
  holders: holdersZh,
  holderVerdict: holderVerdictZh,
  actions: actionsZh,
  sameHold: sameHoldZh,
  whatIf: whatIfZh,
  xray: xrayZh,
  timeline: timelineZh,
  rewind: rewindZh,
  possible: possibleZh,
  access: accessZh,
  passkeys: passkeysZh,
  settings: settingsZh,
  requests: requestsZh,
  addTarget: addTargetZh,
  patterns: patternsZh,
  reach: reachZh,
  docs: docsZh,
};

export type Messages = typeof en;
export type Namespace = keyof Messages;

/** All texts in one language; what is not translated yet is in English. */
export function messagesFor(locale: Locale): Messages {
  return locale === 'en' ? en : (mergeCatalogues(en as Catalogue, zh as Catalogue) as Messages);
}
