import { type FleetFigures, fleetFigures } from '@tongda/contract/resources/fleet/figures';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { Table } from 'antd';
import { Asked } from '../../../kit/detail/asked';
import { DayBars } from '../../../kit/detail/day-bars';
import { type FigureOf, FigureStrip } from '../../../kit/detail/figure-strip';
import { formatNumber, none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';

const percentFigure = (value: number | null | undefined): Pick<FigureOf, 'value'> => ({
  value: value === null || value === undefined ? none : `${formatNumber(value, 1)}%`,
});

/** The figures of thirty days, at the top of the details. */
export function FleetStrip({ id }: { id: string }) {
  return (
    <Asked of={fleetFigures} input={{ id }} coming={<Strip figures={null} />}>
      {(figures) => <Strip figures={figures} />}
    </Asked>
  );
}

/** `figures` null: on their way. */
function Strip({ figures: f }: { figures: FleetFigures | null }) {
  return (
    <FigureStrip
      label="近30天指标"
      figures={[
        { label: '近30天里程', value: formatNumber(f?.mileageKm, 1), unit: 'km', hint: '按现在车队内的车辆统计' },
        { label: '行驶时长', value: formatNumber(f?.drivingHours, 1), unit: 'h' },
        { label: '在线率', ...percentFigure(f?.onlinePercent), hint: '自首次有数据起，有数据的车·天占全部车·天的比例' },
        { label: '出车率', ...percentFigure(f?.outPercent), hint: '当天行驶1公里以上的车·天占全部车·天的比例' },
        {
          label: '温度合格率',
          ...percentFigure(f?.tempPercent),
          tone: typeof f?.tempPercent === 'number' ? rateTone(f.tempPercent) : undefined,
          hint: '有上下限的探头处在范围内的时间占比',
        },
        { label: '报警', value: formatNumber(f?.alarms), unit: '次' },
        { label: '超温', value: formatNumber(f?.overTemperature), unit: '次' },
      ]}
    />
  );
}

const series = [
  { name: '严重', tone: 'red' },
  { name: '一般', tone: 'warn' },
  { name: '提示', tone: 'grey' },
] as const;

/** 报警趋势: alarms per day by level, and alarms by kind. */
export function AlarmTrend({ id }: { id: string }) {
  return (
    <Asked of={fleetFigures} input={{ id }}>
      {(figures) => <Trend figures={figures} />}
    </Asked>
  );
}

function Trend({ figures: f }: { figures: FleetFigures }) {
  if (f.alarms === 0) return <Empty title="近30天没有报警" text="车队车辆产生的报警按天统计在这里" />;
  return (
    <>
      <DayBars
        name="近30天每日报警数"
        unit="次"
        series={series}
        days={f.days.map(({ day, severe, ordinary, notice }) => ({
          day,
          values: [severe, ordinary, notice],
          title: `${day}　严重${severe}，一般${ordinary}，提示${notice}`,
        }))}
      />
      <Table
        size="small"
        rowKey="kind"
        style={{ marginTop: 16 }}
        dataSource={f.kinds}
        pagination={false}
        columns={[
          { title: '报警类型', width: 200, render: (_, row) => episodeKind.label(row.kind) },
          { title: '近30天次数', align: 'right', width: 120, render: (_, row) => formatNumber(row.count) },
          {
            title: '占比',
            align: 'right',
            width: 100,
            render: (_, row) => `${formatNumber((100 * row.count) / f.alarms, 1)}%`,
          },
          { title: '' },
        ]}
      />
      <p className="td-cap">
        百公里报警 {formatNumber(f.alarmsPer100Km, 1)} 次；按现在车队内的车辆统计，已撤销的报警不计。
      </p>
    </>
  );
}
