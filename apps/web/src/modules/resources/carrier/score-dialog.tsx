import type { CarrierRow } from '@tongda/contract/resources/carrier/calls';
import {
  type CarrierScore,
  carrierScore,
  carrierScoreDetail,
  carrierScoring,
  gradeOf,
  type ScorePart,
} from '@tongda/contract/resources/carrier/score';
import { gradeLevel } from '@tongda/contract/resources/enums';
import { Input, Progress, Segmented } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import './score.css';

export const formatPercent = (rate: number | null): string => (rate === null ? '--' : `${formatNumber(rate, 1)}%`);

const useScore = (id: string) => useAsk(carrierScoreDetail, { id });

const words: Readonly<Record<ScorePart['key'], { label: string; made: (part: ScorePart) => string; none: string }>> = {
  onTime: {
    label: '准点到达',
    made: ({ good, of }) => `${of} 个送货点中 ${good} 个准点（晚到不超过${carrierScoring.lateMin}分钟）`,
    none: '没有到过送货点',
  },
  temperature: {
    label: '温度合格',
    made: ({ good, of }) => `有温度的 ${formatNumber(of, 1)} 小时中 ${formatNumber(good, 1)} 小时在要求范围内`,
    none: '没有温度要求或温度数据',
  },
  handling: {
    label: '异常处理',
    made: ({ good, of }) => `${of} 次异常中 ${good} 次在${carrierScoring.handleHours}小时内处理`,
    none: '没有异常上报',
  },
};

/** The parts of a carrier's score. */
export function ScoreParts({ id }: { id: string }) {
  const answer = useScore(id);
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  return answer.data ? <Parts of={answer.data} /> : <Loading />;
}

function Parts({ of: { trips, score, parts } }: { of: CarrierScore }) {
  return (
    <div className="resources-carrier-score">
      <div className="resources-carrier-score-sum">
        <b>{score === null ? '--' : formatNumber(score, 1)}</b>
        <span className="td-cap">
          综合评分，近{carrierScoring.days}天{trips}趟
        </span>
      </div>
      <ul>
        {parts.map((part) => (
          <li key={part.key}>
            <span>
              {words[part.key].label}
              <small className="td-cap"> 占{part.weight}%</small>
            </span>
            <Progress percent={part.rate ?? 0} showInfo={false} size="small" aria-label={words[part.key].label} />
            <span className="resources-carrier-score-rate">{formatPercent(part.rate)}</span>
            <small className="td-cap">{part.rate === null ? words[part.key].none : words[part.key].made(part)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 评分: the figures, the grade that they suggest, and the choice of a grade. */
export function ScoreDialog(props: { carrier: CarrierRow; done: () => void; close: () => void }) {
  const { carrier, done, close } = props;
  const answer = useScore(carrier.id);
  const [level, setLevel] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const { score = null, level: given = null, version = 0 } = answer.data ?? {};
  const fits = score === null ? null : gradeOf(score);
  const chosen = gradeLevel.codes.find((code) => code === (level ?? given ?? fits)) ?? null;
  return (
    <FormDialog
      endpoint={carrierScore}
      input={chosen === null ? null : { id: carrier.id, version, level: chosen, remark }}
      ready={answer.data !== undefined}
      touched={level !== null || remark !== ''}
      fresh={() => answer.refetch({ throwOnError: true })}
      told={`${carrier.name} 评为 ${chosen} 级`}
      done={done}
      close={close}
      title={`${carrier.name} 评分`}
      okText="保存评级"
      width={560}
    >
      <ScoreParts id={carrier.id} />
      <div className="resources-carrier-grade">
        <AtField name="level">
          <Segmented
            aria-label="评级"
            options={gradeLevel.options.map(({ code, name }) => ({ value: code, label: `${name} 级` }))}
            value={chosen ?? undefined}
            onChange={(value) => setLevel(String(value))}
          />
        </AtField>
        <span className="td-cap">
          {fits === null ? '近90天没有运输，评分无依据，可凭了解评级' : `按综合评分建议 ${fits} 级`}
          {given ? `，现为 ${given} 级` : ''}
        </span>
      </div>
      <AtField name="remark">
        <Input.TextArea
          aria-label="评分说明"
          placeholder="评分说明（可不填）"
          value={remark}
          maxLength={100}
          showCount
          rows={2}
          style={{ marginBottom: 18 }}
          onChange={(event) => setRemark(event.target.value)}
        />
      </AtField>
    </FormDialog>
  );
}
