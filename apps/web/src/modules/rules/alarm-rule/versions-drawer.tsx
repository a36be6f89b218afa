import { type RuleRow, ruleHistory } from '@tongda/contract/rules/alarm-rule/calls';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { Drawer } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';

/** 历史版本: what the rule said and when; a recompute uses the one of its time. */
export function VersionsDrawer({ rule, close }: { rule: Pick<RuleRow, 'id' | 'name' | 'stepped'>; close: () => void }) {
  const answer = useAsk(ruleHistory, { id: rule.id });
  return (
    <Drawer open title={`${rule.name} 的历史版本`} size={640} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {answer.data?.length === 0 ? (
        <Empty title="没有生效过的版本" text="规则启用后，每次修改都会保留一个版本" />
      ) : null}
      {answer.data && answer.data.length > 0 ? (
        <ol className="rules-alarm-rule-versions">
          {answer.data.map((v) => (
            <li key={`${v.version} ${v.startTime}`} data-now={v.endTime === null}>
              <header>
                <b>第 {v.version} 版</b>
                <span className="td-cap">
                  {v.startTime ?? '一直'} 至 {v.endTime ?? '今'}
                </span>
                <span className="td-cap">{v.userName || '系统'}</span>
              </header>
              <p>{v.condition || none}</p>
              <span className="td-cap">
                {[v.name, v.targets, v.periodText, rule.stepped ? '按偏差定级' : episodeLevel.label(v.level)].join(
                  ' · ',
                )}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </Drawer>
  );
}
