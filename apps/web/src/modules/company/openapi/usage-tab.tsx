import { type InterfaceUsage, interfaceUsage } from '@tongda/contract/company/openapi/usage';
import { columns } from '@tongda/contract/core/columns';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { DayBars } from '../../../kit/detail/day-bars';
import { Panel } from '../../../kit/detail/panel';
import { formatNumber, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import { AppSelect } from './app-select';

type Line = InterfaceUsage['lines'][number] & { id: string };
const shown = columns<Line>()([
  { value: 'appName', label: '对接应用', width: 160 },
  { value: 'name', label: '接口', width: 150 },
  { value: 'today', label: '今日', width: 90, align: 'right' },
  { value: 'dailyLimit', label: '每日额度', width: 100, align: 'right' },
  { value: 'ok', label: '成功', width: 90, align: 'right' },
  { value: 'failed', label: '失败', width: 90, align: 'right' },
  { value: 'refused', label: '拒绝', width: 90, align: 'right' },
  { value: 'ms', label: '平均耗时（ms）', width: 110, align: 'right' },
]);

const series = [
  { name: '成功', tone: 'ok' },
  { name: '失败', tone: 'red' },
  { name: '拒绝', tone: 'warn' },
] as const;

/** 用量: calls by day, and what each program made of its quota. */
export function UsageTab({ apps }: { apps: ReadonlyArray<{ id: string; name: string }> }) {
  const [days, setDays] = useState(14);
  const [appId, setApp] = useState<string>();
  const { data, error, refetch } = useAsk(interfaceUsage, { days, ...(appId ? { appId } : {}) }, { keep: true });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="company-openapi-usage">
      <div className="company-openapi-tools">
        <Segmented
          value={days}
          onChange={setDays}
          options={[7, 14, 30, 90].map((n) => ({ value: n, label: `近${n}天` }))}
        />
        <AppSelect apps={apps} value={appId} onChange={setApp} />
      </div>
      <Panel title="每日调用">
        <DayBars
          name="每日调用次数"
          unit="次"
          series={series}
          days={data.days.map(({ day, ok, failed, refused }) => ({
            day,
            values: [ok, failed, refused],
            title: `${day}：成功${ok}，失败${failed}，拒绝${refused}`,
          }))}
        />
      </Panel>
      <Panel title="应用与接口">
        {data.lines.length === 0 ? (
          <Empty title="没有已开通的接口，也没有调用" />
        ) : (
          <ShortTable<Line>
            rows={data.lines.map((line) => ({ ...line, id: `${line.appId} ${line.key}` }))}
            rowKey="id"
            columns={shown}
            cells={{
              dailyLimit: (line) => (line.dailyLimit === null ? '未开通' : formatNumber(line.dailyLimit)),
              ms: (line) => (line.ms === null ? none : formatNumber(line.ms)),
            }}
          />
        )}
      </Panel>
    </div>
  );
}
