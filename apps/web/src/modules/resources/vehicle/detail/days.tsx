import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { vehicleDays } from '@tongda/contract/resources/vehicle/figures';
import { figureDays, rateTone, type VehicleDay } from '@tongda/contract/watch/track/day-figures';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { Asked } from '../../../../kit/detail/asked';
import { DayBars } from '../../../../kit/detail/day-bars';
import { type FigureOf, FigureStrip } from '../../../../kit/detail/figure-strip';
import { Rate } from '../../../../kit/detail/rate';
import { formatNumber, formatRange, none } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';

const sumOf = (days: readonly VehicleDay[], of: (day: VehicleDay) => number | null): number =>
  days.reduce((all, day) => all + (of(day) ?? 0), 0);
const daysWith = (days: readonly VehicleDay[], of: (day: VehicleDay) => number | null): VehicleDay[] =>
  days.filter((day) => of(day) !== null);
const dayLabel = (day: VehicleDay): ReactNode =>
  day.pending ? <i title="当天还在进行，或刚收到补传，数值会变">{day.day}</i> : day.day;

/** 里程油耗: thirty days, with their sums. */
export function MileageDays({ vehicle }: { vehicle: VehicleDetail }) {
  return (
    <Asked of={vehicleDays} input={{ id: vehicle.id, days: figureDays.mileage }}>
      {(days) => (days.some((day) => day.mileageKm !== null) ? <Mileage vehicle={vehicle} days={days} /> : <Nothing />)}
    </Asked>
  );
}

const Nothing = () => <Empty title="近30天没有行驶数据" text="绑定终端并上报定位后，按天统计在这里" />;

/** The figures of the days with fuel readings: litres and litres per 100 km, red from 10 % over the vehicle's reference on. */
function fuelFigures(burnt: readonly VehicleDay[], refOil100: number | null): FigureOf[] {
  if (burnt.length === 0) return [];
  const litres = sumOf(burnt, (day) => day.fuelL);
  const burntKm = sumOf(burnt, (day) => day.mileageKm);
  const per100 = burntKm >= 10 ? (100 * litres) / burntKm : null;
  return [
    { label: '油耗', value: formatNumber(litres, 1), unit: 'L' },
    {
      label: '百公里油耗',
      value: formatNumber(per100, 1),
      unit: 'L',
      tone: per100 !== null && refOil100 !== null && per100 > refOil100 * 1.1 ? 'red' : undefined,
      hint: refOil100 === null ? '有油量数据的日子' : `参考 ${formatNumber(refOil100, 1)} L`,
    },
  ];
}

function Mileage({ vehicle, days }: { vehicle: VehicleDetail; days: VehicleDay[] }) {
  const burnt = daysWith(days, (day) => day.fuelL);
  const total = (of: (day: VehicleDay) => number | null): string => formatNumber(sumOf(days, of), 1);
  return (
    <>
      <FigureStrip
        label="近30天"
        figures={[
          { label: '近30天里程', value: total((day) => day.mileageKm), unit: 'km' },
          {
            label: '出车天数',
            value: formatNumber(days.filter((day) => (day.mileageKm ?? 0) >= 1).length),
            unit: '天',
          },
          { label: '行驶时长', value: total((day) => day.drivingH), unit: 'h' },
          { label: '怠速时长', value: total((day) => day.idleH), unit: 'h' },
          ...fuelFigures(burnt, vehicle.refOil100),
        ]}
      />
      <DayBars
        name="近30天每日里程"
        unit="km"
        series={[{ name: '里程', tone: 'primary' }]}
        days={[...days].reverse().map((day) => ({
          day: day.day,
          values: [day.mileageKm],
          title: `${day.day}　${day.mileageKm === null ? '没有数据' : `${formatNumber(day.mileageKm, 1)} km`}`,
        }))}
      />
      <Table
        size="small"
        scroll={{ x: 'max-content' }}
        rowKey="day"
        style={{ marginTop: 12 }}
        dataSource={daysWith(days, (day) => day.mileageKm)}
        pagination={false}
        columns={[
          { title: '日期', width: 110, render: (_, day) => dayLabel(day) },
          { title: '里程(km)', align: 'right', width: 96, render: (_, day) => formatNumber(day.mileageKm, 1) },
          { title: '行驶(h)', align: 'right', width: 88, render: (_, day) => formatNumber(day.drivingH, 1) },
          { title: '怠速(h)', align: 'right', width: 88, render: (_, day) => formatNumber(day.idleH, 1) },
          { title: '停车次数', align: 'right', width: 88, render: (_, day) => formatNumber(day.stays) },
          { title: '最高速度(km/h)', align: 'right', width: 120, render: (_, day) => formatNumber(day.maxSpeedKmh) },
          ...(burnt.length > 0
            ? [
                {
                  title: '油耗(L)',
                  align: 'right' as const,
                  width: 88,
                  render: (_: unknown, day: VehicleDay) => formatNumber(day.fuelL, 1),
                },
                {
                  title: '百公里油耗(L)',
                  align: 'right' as const,
                  width: 112,
                  render: (_: unknown, day: VehicleDay) => formatNumber(day.per100L, 1),
                },
              ]
            : []),
          { title: '报警', align: 'right', render: (_, day) => formatNumber(day.alarms) },
        ]}
      />
    </>
  );
}

const temps = [
  { key: 'min', title: '最低' },
  { key: 'avg', title: '平均' },
  { key: 'max', title: '最高' },
] as const;

/** 温度: 温度合格率 of seven days, and the temperatures by day and probe. */
export function TemperatureDays({ vehicle }: { vehicle: VehicleDetail }) {
  return (
    <Asked of={vehicleDays} input={{ id: vehicle.id, days: figureDays.temperature }}>
      {(days) => <Temperature vehicle={vehicle} days={days} />}
    </Asked>
  );
}

function Temperature({ vehicle, days }: { vehicle: VehicleDetail; days: VehicleDay[] }) {
  const channels = [...new Set(days.flatMap((day) => day.temps.map((t) => t.channel)))].sort((a, b) => a - b);
  if (channels.length === 0)
    return <Empty title="近7天没有温度数据" text="接好温度探头并在“探头设置”中命名、设上下限后，按天统计在这里" />;
  const rated = daysWith(days, (day) => day.inRangePercent);
  const mean = rated.length > 0 ? sumOf(rated, (day) => day.inRangePercent) / rated.length : null;
  const lows = days.flatMap((day) => day.temps.map((t) => t.min));
  const highs = days.flatMap((day) => day.temps.map((t) => t.max));
  const probeOf = (channel: number) => vehicle.probes.find((p) => p.kind === 'tem' && p.channel === channel);
  const bounds = (channel: number): string => {
    const probe = probeOf(channel);
    return probe && (probe.lower !== null || probe.upper !== null)
      ? ` ${formatRange(probe.lower, probe.upper, 0)}`
      : '';
  };
  return (
    <>
      <FigureStrip
        label="近7天"
        figures={[
          {
            label: '近7天温度合格率',
            value: mean === null ? none : `${formatNumber(mean, 1)}%`,
            tone: mean === null ? undefined : rateTone(mean),
            hint: '有上下限的探头处在范围内的时间占比，各天平均',
          },
          {
            label: '达标天数（≥90%）',
            value: `${rated.filter((day) => (day.inRangePercent ?? 0) >= 90).length} / ${rated.length}`,
          },
          {
            label: '最低',
            value: formatNumber(pickExtreme(Math.min, lows), 1),
            unit: '℃',
          },
          {
            label: '最高',
            value: formatNumber(pickExtreme(Math.max, highs), 1),
            unit: '℃',
          },
        ]}
      />
      {rated.length === 0 ? <p className="td-cap">探头没有上下限，不计算合格率；请在“探头设置”中填写。</p> : null}
      <Table
        size="small"
        scroll={{ x: 'max-content' }}
        rowKey="day"
        dataSource={days.filter((day) => day.temps.length > 0)}
        pagination={false}
        columns={[
          { title: '日期', width: 110, render: (_, day) => dayLabel(day) },
          { title: '合格率', align: 'right', width: 90, render: (_, day) => <Rate percent={day.inRangePercent} /> },
          ...channels.map((channel) => ({
            title: `${probeOf(channel)?.name ?? `探头${channel}`}（℃${bounds(channel)}）`,
            children: temps.map(({ key, title }) => ({
              title,
              align: 'right' as const,
              width: 70,
              render: (_: unknown, day: VehicleDay) => formatTemp(day, channel, key),
            })),
          })),
        ]}
      />
    </>
  );
}

const formatTemp = (day: VehicleDay, channel: number, key: 'min' | 'avg' | 'max'): string =>
  formatNumber(day.temps.find((t) => t.channel === channel)?.[key], 1);
const pickExtreme = (pick: (...numbers: number[]) => number, values: ReadonlyArray<number | null>): number | null => {
  const there = values.filter((value) => value !== null);
  return there.length > 0 ? pick(...there) : null;
};
