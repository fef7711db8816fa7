import { Gauge, type Registry } from 'prom-client';
import type { CountedFinding } from '../../reads/findings';
import type { Runtime } from '../runtime/types';

type ConsoleGauges = {
  /** Sets the gauges to how the console is now. */
  set(runtime: Runtime, findings: Iterable<Iterable<CountedFinding>>): void;
};

/** What the console itself knows of: its targets, findings, silences, listeners and history. */
export function createConsoleGauges(registry: Registry): ConsoleGauges {
  const registers = [registry];
  const targets = new Gauge({
    name: 'lockscope_target_info',
    help: 'Always 1: the targets that are watched and how they are labelled, to be joined by target.',
    labelNames: ['target', 'environment', 'production', 'topology'],
    registers,
  });
  const open = new Gauge({
    name: 'lockscope_findings',
    help: 'Things that open findings are true of, by rule and severity, without those that are silenced.',
    labelNames: ['target', 'code', 'severity'],
    registers,
  });
  const silenced = new Gauge({
    name: 'lockscope_findings_silenced',
    help: 'Things that silenced findings are true of.',
    labelNames: ['target'],
    registers,
  });
  const silences = new Gauge({
    name: 'lockscope_silences',
    help: 'Silences of findings that run now.',
    labelNames: ['target'],
    registers,
  });
  const streams = new Gauge({
    name: 'lockscope_stream_clients',
    help: 'Browsers and commands that have the live stream open.',
    registers,
  });
  const history = new Gauge({
    name: 'lockscope_history_ok',
    help: 'Whether what happened can be kept and read: 1, or 0.',
    registers,
  });

  return {
    set(runtime, findings) {
      for (const gauge of [targets, open, silenced, silences]) gauge.reset();
      for (const { target } of runtime.all()) {
        const { name, environment, production, topology } = target;
        targets.set(
          { target: name, environment, production: String(production), topology: topology.kind },
          1,
        );
        for (const gauge of [silenced, silences]) gauge.set({ target: name }, 0);
      }
      for (const { silenced: quiet, count, ...labels } of sumsOf(findings)) {
        if (quiet) silenced.inc({ target: labels.target }, count);
        else open.inc(labels, count);
      }
      for (const { target } of runtime.silences.running()) silences.inc({ target });
      streams.set(runtime.live.clients());
      history.set(runtime.history.problem() === null ? 1 : 0);
    },
  };
}

/** One for all findings of a rule on a target: labels cost too much to be looked up for each of a hundred thousand. */
function sumsOf(findings: Iterable<Iterable<CountedFinding>>): Iterable<CountedFinding> {
  const sums = new Map<string, CountedFinding>();
  for (const ofTarget of findings)
    for (const finding of ofTarget) {
      const name = `${finding.target} ${finding.code} ${finding.silenced ? '' : finding.severity}`;
      const sum = sums.get(name);
      if (sum) sum.count += finding.count;
      else sums.set(name, { ...finding });
    }
  return sums.values();
}
