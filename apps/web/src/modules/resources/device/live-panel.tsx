import { type DeviceDetail, devicePackets } from '@tongda/contract/resources/device/calls';
import { type DeviceReading, type PacketRow, packetsShown } from '@tongda/contract/resources/device/live';
import { Button, Table } from 'antd';
import { RefreshCw } from 'lucide-react';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { formatNumber, none, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';

/** What each kind of wire is called, its unit and its decimals. */
const kinds: Readonly<Record<DeviceReading['kind'], readonly [word: string, unit: string, decimals: number]>> = {
  tem: ['温度', '℃', 1],
  hum: ['湿度', '%RH', 1],
  co2: ['CO2', 'ppm', 0],
  oil: ['油量', 'L', 1],
  door: ['门', '', 0],
  chiller: ['冷机', '', 0],
};

function wordOf({ kind, value, on }: DeviceReading): string {
  if (kind === 'door') return on === null ? none : on ? '开' : '关';
  if (kind === 'chiller') return on === null ? none : on ? '运行' : '停机';
  const [, unit, decimals] = kinds[kind];
  return value === null ? none : `${formatNumber(value, decimals)} ${unit}`;
}

/** 实时数据: what the terminal and everything that hangs on it told last. */
export function LiveReadings({ device: { live, vehicleId } }: { device: DeviceDetail }) {
  if (live === null)
    return (
      <Panel title="实时数据">
        <p className="td-cap">{vehicleId === null ? '库存终端，没有实时数据' : '终端还没有上报过数据'}</p>
      </Panel>
    );
  const own: Array<[string, string]> = [
    ['主电压', live.extVoltageV === null ? none : `${formatNumber(live.extVoltageV, 1)} V`],
    ['备用电池', live.battPct === null ? none : `${formatNumber(live.battPct)} %`],
    ['信号', live.signal === null ? none : `${formatNumber(live.signal)} / 31`],
    ['卫星', live.satellites === null ? none : `${formatNumber(live.satellites)} 颗`],
    ['定位', live.located ? '有效' : '无效'],
    ['ACC', live.acc ? '开' : '关'],
  ];
  return (
    <Panel
      title="实时数据"
      extra={live.deviceTime ? <span title={live.deviceTime}>{shortTime(live.deviceTime)}</span> : null}
    >
      <dl className="resources-device-now">
        {own.map(([label, value]) => (
          <Cell key={label} label={label} value={value} />
        ))}
        {live.readings.map((reading) => (
          <Cell
            key={`${reading.kind}${reading.channel}`}
            label={`${kinds[reading.kind][0]}${reading.channel}${reading.name ? ` ${reading.name}` : ''}`}
            value={wordOf(reading)}
            over={reading.over}
          />
        ))}
      </dl>
    </Panel>
  );
}

const Cell = ({ label, value, over = false }: { label: string; value: string; over?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd className={over ? 'over' : undefined} title={over ? '超出探头设置的上下限' : undefined}>
      {value}
    </dd>
  </div>
);

/** 最近上报: the last reports of the terminal as they were stored. */
export function LastPackets({ device }: { device: DeviceDetail }) {
  const answer = useAsk(devicePackets, { id: device.id });
  const end = answer.data ? endOfList(device, answer.data) : null;
  return (
    <Panel
      flush
      title={`最近 ${packetsShown} 条上报`}
      extra={
        <Button
          size="small"
          icon={<RefreshCw />}
          loading={answer.isFetching}
          aria-label="刷新最近上报"
          onClick={() => void answer.refetch()}
        />
      }
    >
      {end === null ? null : <p className="td-cap resources-device-cut">服务已于{end}到期，仅列出到期前的上报</p>}
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Packets rows={answer.data} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

/** The last day of service, where the terminal reports on after it: those reports may not be read (reports of the same time do the same). Null otherwise. */
function endOfList({ serviceEnd, live }: DeviceDetail, rows: readonly PacketRow[]): string | null {
  const dayOf = (time: string | null | undefined): string => time?.slice(0, 10) ?? '';
  const goesOn = serviceEnd !== null && dayOf(live?.deviceTime) > serviceEnd;
  return goesOn && dayOf(rows[0]?.deviceTime) <= serviceEnd ? serviceEnd : null;
}

const doorWords = (doors: PacketRow['doorOpen']): string =>
  doors.flatMap((open, i) => (open ? [`门${i + 1}开`] : [])).join(' ') ||
  (doors.some((o) => o === false) ? '关' : none);
const temps = (values: PacketRow['tempC']): string =>
  values.length === 0 ? none : values.map((value) => formatNumber(value, 1)).join(' / ');

function Packets({ rows }: { rows: readonly PacketRow[] }) {
  return (
    <Table
      size="small"
      rowKey="deviceTime"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 1030, y: 320 }}
      locale={{ emptyText: <Empty title="还没有上报" /> }}
      columns={[
        {
          title: '设备时间',
          width: 118,
          render: (_, p) => <span title={p.deviceTime}>{shortTime(p.deviceTime)}</span>,
        },
        {
          title: '延迟',
          width: 72,
          align: 'right',
          render: (_, p) => <span title={`接收 ${p.receiveTime}`}>{delayWord(p.delayS)}</span>,
        },
        { title: '类型', width: 56, render: (_, p) => (p.late ? '补传' : '实时') },
        { title: '定位', width: 56, render: (_, p) => (p.located ? '有效' : '无效') },
        {
          title: '速度',
          width: 60,
          align: 'right',
          render: (_, p) => (p.speedKmh === null ? none : formatNumber(p.speedKmh)),
        },
        { title: 'ACC', width: 50, render: (_, p) => (p.acc ? '开' : '关') },
        {
          title: '主电压(V)',
          width: 78,
          align: 'right',
          render: (_, p) => (p.extVoltageV === null ? none : formatNumber(p.extVoltageV, 1)),
        },
        { title: '温度(℃)', width: 130, align: 'right', render: (_, p) => temps(p.tempC) },
        { title: '门', width: 80, render: (_, p) => doorWords(p.doorOpen) },
        { title: '其他数据', width: 170, render: (_, p) => p.others.join('，') || none },
        { title: '报警位', render: (_, p) => p.alarms.join('、') || none },
      ]}
    />
  );
}

function delayWord(seconds: number): string {
  if (Math.abs(seconds) < 120) return `${seconds} 秒`;
  const minutes = Math.round(seconds / 60);
  return Math.abs(minutes) < 120 ? `${minutes} 分` : `${Math.round(minutes / 60)} 时`;
}
