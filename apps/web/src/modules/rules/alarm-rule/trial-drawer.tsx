import type { Input } from '@tongda/contract/core/endpoint';
import {
  ruleSimulate,
  ruleSimulateResult,
  type TrialAnswer,
  type TrialResult,
  trialLimits,
  trialStatus,
} from '@tongda/contract/rules/alarm-rule/calls';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { Button, DatePicker, Drawer, Progress } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActBar } from '../../../kit/dialog/act-bar';
import type { Values } from '../../../kit/form/edit-schema';
import { formatNumber, none, wireTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import { trackAround } from './links';

interface TrialDrawerProps {
  kind: RuleKind;
  ruleId?: string;
  /** the form as it is now */
  values: () => Values;
  close: () => void;
}

const pollMs = 700;
const day = 'YYYY-MM-DD';

/** 试算 of a rule: vehicles and days, then how often it would have fired, day by day, with every case. */
export function TrialDrawer({ kind, ruleId, values, close }: TrialDrawerProps) {
  const [vehicleIds, setVehicleIds] = useState<string[]>([]);
  const today = dayjs(wireTime(Date.now())).startOf('day');
  const [days, setDays] = useState<[Dayjs, Dayjs]>([today.subtract(2, 'day'), today]);
  const [trialId, setTrialId] = useState<string | null>(null);
  const answer = useAsk(
    ruleSimulateResult,
    { id: trialId ?? '' },
    {
      when: trialId !== null,
      refetchInterval: ({ state }) => (state.data && state.data.status >= trialStatus.done ? false : pollMs),
    },
  );
  const running = trialId !== null && !answer.error && (answer.data?.status ?? 0) < trialStatus.done;
  const starting = useAct(ruleSimulate, { done: ({ id }) => setTrialId(id) });
  const start = (): void => {
    const { params, period, level } = values();
    const input = {
      kind,
      params,
      period,
      level,
      ruleId,
      vehicleIds,
      fromDay: days[0].format(day),
      toDay: days[1].format(day),
    };
    // The rule's own schema looks at what the form holds.
    void starting.run(input as Input<typeof ruleSimulate>);
  };
  return (
    <Drawer open title="用历史数据试算" size={920} onClose={close}>
      <ActBar of={starting} />
      <div className="rules-alarm-rule-trial-form">
        <VehiclePicker
          multiple
          max={trialLimits.vehicles}
          label="试算车辆"
          placeholder={`选择车辆，最多 ${trialLimits.vehicles} 辆`}
          value={vehicleIds}
          onChange={setVehicleIds}
          style={{ flex: 1, minWidth: 200 }}
        />
        <DatePicker.RangePicker
          aria-label="试算日期"
          value={days}
          format="MM-DD"
          allowClear={false}
          maxDate={today}
          disabledDate={(current, { from }) => (from ? Math.abs(current.diff(from, 'day')) >= trialLimits.days : false)}
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            if (from && to) setDays([from, to]);
          }}
        />
        <Button type="primary" loading={starting.busy || running} disabled={vehicleIds.length === 0} onClick={start}>
          开始试算
        </Button>
      </div>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {trialId === null ? (
        <Empty
          title="选择车辆和日期后开始"
          text={`一次最多 ${trialLimits.vehicles} 辆车、${trialLimits.days} 天，使用已存的定位和传感数据`}
        />
      ) : null}
      {running ? <Running answer={answer.data} /> : null}
      {answer.data?.status === trialStatus.failed ? <Empty title="试算没有完成" text={answer.data.error} /> : null}
      {answer.data?.result ? <Result answer={answer.data} result={answer.data.result} /> : null}
    </Drawer>
  );
}

function Running({ answer }: { answer: TrialAnswer | undefined }) {
  const { done = 0, total = 1 } = answer ?? {};
  return (
    <div className="rules-alarm-rule-trial-progress" role="status">
      <Progress percent={Math.round((done / total) * 100)} />
      <span className="td-cap">
        正在计算：已完成 {done} / {total} 车天
      </span>
    </div>
  );
}

const sumCounts = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function Result({ answer, result }: { answer: TrialAnswer; result: TrialResult }) {
  const { counts, points } = result;
  const compared = counts.some(({ current }) => current !== null);
  const before = sumCounts(counts.map(({ current }) => current ?? 0));
  const after = sumCounts(counts.map(({ trial }) => trial));
  const names = new Map(answer.vehicles.map(({ id, name }) => [id, name]));
  return (
    <>
      <div className="rules-alarm-rule-trial-sum">
        <span>
          按填写的条件会报警 <b>{formatNumber(after)}</b> 次
        </span>
        {compared ? (
          <span>
            现行规则 <b>{formatNumber(before)}</b> 次
            <em data-tone={after > before ? 'red' : 'green'}>
              {after === before ? '相同' : `${after > before ? '+' : ''}${after - before}`}
            </em>
          </span>
        ) : null}
        <span className="td-cap">使用 {formatNumber(points)} 条历史数据</span>
      </div>
      <CountTable counts={counts} names={names} compared={compared} />
      <EpisodeTable result={result} names={names} compared={compared} />
    </>
  );
}

type Names = ReadonlyMap<string, string>;

/** A row a vehicle, a column a day; small behind it what the rule gives as it is. */
function CountTable({ counts, names, compared }: { counts: TrialResult['counts']; names: Names; compared: boolean }) {
  const days = [...new Set(counts.map((c) => c.day))].sort();
  const vehicles = [...new Set(counts.map((c) => c.vehicleId))];
  const cell = (vehicleId: string, on: string) => counts.find((c) => c.vehicleId === vehicleId && c.day === on);
  return (
    <table className="rules-alarm-rule-table">
      <caption>每车每天次数{compared ? '（括号内为现行规则）' : ''}</caption>
      <thead>
        <tr>
          <th>车牌号</th>
          {days.map((on) => (
            <th key={on} className="num">
              {on.slice(5)}
            </th>
          ))}
          <th className="num">合计</th>
        </tr>
      </thead>
      <tbody>
        {vehicles.map((id) => {
          const mine = counts.filter((c) => c.vehicleId === id);
          return (
            <tr key={id}>
              <td>{names.get(id) ?? none}</td>
              {days.map((on) => (
                <td key={on} className="num">
                  <Times {...cell(id, on)} />
                </td>
              ))}
              <td className="num">
                <Times
                  trial={sumCounts(mine.map(({ trial }) => trial))}
                  current={compared ? sumCounts(mine.map(({ current }) => current ?? 0)) : null}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Times({ trial = 0, current = null }: { trial?: number; current?: number | null }) {
  return (
    <>
      {trial === 0 ? <span className="td-cap">0</span> : <b>{trial}</b>}
      {current === null ? null : <span className="td-cap">（{current}）</span>}
    </>
  );
}

const byWords = { trial: '新增', current: '不再报警', both: '相同' } as const;
const byTones = { trial: 'amber', current: 'grey', both: 'green' } as const;

function EpisodeTable({ result, names, compared }: { result: TrialResult; names: Names; compared: boolean }) {
  if (result.episodes.length === 0) return <Empty title="这几天不会报警" text="放宽日期或车辆，或检查条件是否过严" />;
  return (
    <table className="rules-alarm-rule-table">
      <caption>明细{result.more > 0 ? `（前 ${result.episodes.length} 条，另有 ${result.more} 条）` : ''}</caption>
      <thead>
        <tr>
          <th>车牌号</th>
          <th>开始时间</th>
          <th>结束时间</th>
          <th>对象</th>
          <th>级别</th>
          <th className="num">极值</th>
          <th className="num">界限</th>
          {compared ? <th>与现行规则</th> : null}
          <th aria-label="操作" />
        </tr>
      </thead>
      <tbody>
        {result.episodes.map((e) => (
          <tr key={`${e.vehicleId} ${e.startTime} ${e.subject} ${e.by}`}>
            <td>{names.get(e.vehicleId) ?? none}</td>
            <td className="clock">{e.startTime}</td>
            <td className="clock">{e.endTime ?? '进行中'}</td>
            <td>{subjectWord(e.subject)}</td>
            <td>{episodeLevel.label(e.level)}</td>
            <td className="num">{e.peak === null ? none : formatNumber(e.peak, Number.isInteger(e.peak) ? 0 : 1)}</td>
            <td className="num">
              {e.limit === null ? none : formatNumber(e.limit, Number.isInteger(e.limit) ? 0 : 1)}
            </td>
            {compared ? (
              <td>
                <span className="td-dot" data-tone={byTones[e.by]}>
                  {byWords[e.by]}
                </span>
              </td>
            ) : null}
            <td>
              <Link to={trackAround(e.vehicleId, e.startTime, e.endTime)} target="_blank">
                轨迹
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const subjects: ReadonlyArray<readonly [RegExp, (no: string) => string]> = [
  [/^temAvg$/u, () => '平均温度'],
  [/^temAll$/u, () => '全部探头'],
  [/^tem(\d)$/u, (no) => `探头${no}`],
  [/^hum(\d)$/u, (no) => `湿度${no}`],
  [/^co2(\d)$/u, (no) => `CO₂${no}`],
  [/^door(\d):/u, (no) => `门${no}`],
  [/^tem(\d):lost$/u, (no) => `探头${no} 缺数`],
  [/^hum(\d):lost$/u, (no) => `湿度${no} 缺数`],
  [/^co2(\d):lost$/u, (no) => `CO₂${no} 缺数`],
  [/^soon$/u, () => '接近限速'],
  [/^call:/u, () => '计划到达'],
  [/^leave:/u, () => '延迟离开'],
  [/^stay:/u, () => '停留超时'],
  [/^leg:/u, () => '单段用时'],
  [/^eta:/u, () => '预计晚点'],
];
/** What of the vehicle it was about. */
function subjectWord(subject: string): string {
  for (const [pattern, word] of subjects) {
    const found = pattern.exec(subject);
    if (found) return word(found[1] ?? '');
  }
  return none;
}
