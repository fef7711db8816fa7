import { useReachWords } from '@/components/app/reach-words';
import { useT } from '@/components/i18n/use-t';
import { RIGHT_COSTS } from '@/lib/contract/node-codes';
import type { NodeStatus } from '@/lib/contract/nodes';
import { type LineLook, TestLine } from './test-line';

const LOOKS = {
  live: 'fine',
  connecting: 'open',
  stale: 'lost',
  down: 'lost',
} satisfies Record<NodeStatus['state'], LineLook>;

/** Before the first test: what the test does, and what the collector found by itself. */
export function SelfTest({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('settings');
  const words = useT('nodes');
  const reach = useReachWords();
  return (
    <>
      <p className="text-2">{t('test.intro')}</p>
      {nodes.length === 0 ? null : (
        <>
          <p className="text-3 text-sm">{t('test.self')}</p>
          <ul className="flex flex-col gap-1">
            {nodes.map(({ node, state, problem, failure, missingRights }) => (
              <TestLine key={node} look={LOOKS[state]}>
                <bdi dir="ltr" className="mono">
                  {node}
                </bdi>{' '}
                {words(`states.${state}`)}
                {failure ? (
                  <>
                    <span className="block font-medium">{reach.cause(failure.code)}</span>
                    <span className="block text-2 text-sm">{reach.tried(failure)}</span>
                  </>
                ) : null}
                {problem ? (
                  <bdi dir="ltr" className="mono block text-3">
                    {problem}
                  </bdi>
                ) : null}
                {RIGHT_COSTS.map((costs) => {
                  const missing = missingRights?.filter((right) => right.costs === costs) ?? [];
                  const commands = missing.map(({ command }) => command).join(', ');
                  return missing.length === 0 ? null : (
                    <span key={costs} className="block text-risk text-sm">
                      {words(`rights.${costs}`, { commands })}
                    </span>
                  );
                })}
              </TestLine>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
