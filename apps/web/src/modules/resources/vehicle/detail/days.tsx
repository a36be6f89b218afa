import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { vehicleDays } from '@tongda/contract/resources/vehicle/figures';
import { figureDays, rateTone, type VehicleDay } from '@tongda/contract/watch/track/day-figures';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { Asked } from '../../../../kit/detail/asked';
import { DayBars } from '../../../../kit/detail/day-bars';
import { FigureStrip } from '../../../../kit/detail/figure-strip';
import { Rate } from '../../../../kit/detail/rate';
import { none, num, range } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';

const sumOf = (days: readonly VehicleDay[], formatTemp: (day: VehicleDay) => number | null): number =>
  days.reduce((all, day) => all + (formatTemp(day) ?? 0), 0);
const daysWith = (days: readonly VehicleDay[], of: (day: VehicleDay) => number | null): VehicleDay[] =>
  days.filter((day) => of(day) !== null);
const dayLabel = (day: VehicleDay): ReactNode =>
  day.pending ? <i title="当天还在进行，或刚收到补传，数值会变">{day.day}</i> : day.day;

/** 里程油耗: thirty days, and what they add up to. */
export function MileageDays({ vehicle }: { vehicle: VehicleDetail }) {
  return (
    <Asked of={vehicleDays} input={{ id: vehicle.id, days: figureDays.mileage }}>
      {(days) => (days.some((day) => day.mileageKm !== null) ? <Mileage vehicle={vehicle} days={days} /> : <Nothing />)}
    </Asked>
  );
}

const Nothing = () => <Empty title="近30天没有行驶数据" text="绑定终端并上报定位后，按天统计在这里" />;

function Mileage({ vehicle, days }: { vehicle: VehicleDetail; days: VehicleDay[] }) {
  const burnt = daysWith(days, (day) => day.fuelL);
  const litres = sumOf(burnt, (day) => day.fuelL);
  const burntKm = sumOf(burnt, (day) => day.mileageKm);
  const per100 = burnt.length > 0 && burntKm >= 10 ? (100 * litres) / burntKm : null;
  const over = per100 !== null && vehicle.refOil100 !== null && per100 > vehicle.refOil100 * 1.1;
  const fuel = burnt.length > 0;
  return (
    <>
      <FigureStrip
        label="近30天"
        figures={[
          {
            label: '近30天里程',
            value: num(
              sumOf(days, (day) => day.mileageKm),
              1,
            ),
            unit: 'km',
          },
          { label: '出车天数', value: num(days.filter((day) => (day.mileageKm ?? 0) >= 1).length), unit: '天' },
          {
            label: '行驶时长',
            value: num(
              sumOf(days, (day) => day.drivingH),
              1,
            ),
            unit: 'h',
          },
          {
            label: '怠速时长',
            value: num(
              sumOf(days, (day) => day.idleH),
              1,
            ),
            unit: 'h',
          },
          ...(fuel
            ? [
                { label: '油耗', value: num(litres, 1), unit: 'L' },
                {
                  label: '百公里油耗',
                  value: num(per100, 1),
                  unit: 'L',
                  tone: over ? ('red' as const) : undefined,
                  hint: vehicle.refOil100 === null ? '有油量数据的日子' : `参考 ${num(vehicle.refOil100, 1)} L`,
                },
              ]
            : []),
        ]}
      />
      <DayBars
        name="近30天每日里程"
        unit="km"
        series={[{ name: '里程', tone: 'primary' }]}
        days={[...days].reverse().map((day) => ({
          day: day.day,
          values: [day.mileageKm],
          title: `${day.day}　${day.mileageKm === null ? '没有数据' : `${num(day.mileageKm, 1)} km`}`,
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
          { title: '里程(km)', align: 'right', width: 96, render: (_, day) => num(day.mileageKm, 1) },
          { title: '行驶(h)', align: 'right', width: 88, render: (_, day) => num(day.drivingH, 1) },
          { title: '怠速(h)', align: 'right', width: 88, render: (_, day) => num(day.idleH, 1) },
          { title: '停车次数', align: 'right', width: 88, render: (_, day) => num(day.stays) },
          { title: '最高速度(km/h)', align: 'right', width: 120, render: (_, day) => num(day.maxSpeedKmh) },
          ...(fuel
            ? [
                {
                  title: '油耗(L)',
                  align: 'right' as const,
                  width: 88,
                  render: (_: unknown, day: VehicleDay) => num(day.fuelL, 1),
                },
                {
                  title: '百公里油耗(L)',
                  align: 'right' as const,
                  width: 112,
                  render: (_: unknown, day: VehicleDay) => num(day.per100L, 1),
                },
              ]
            : []),
          { title: '报警', align: 'right', render: (_, day) => num(day.alarms) },
        ]}
      />
    </>
  );
}

/** 温度: the pass rate of seven days, day by day and probe by probe. */
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
  const all = days.flatMap((day) => day.temps);
  const probeOf = (channel: number) => vehicle.probes.find((p) => p.kind === 'tem' && p.channel === channel);
  const bounds = (channel: number): string => {
    const probe = probeOf(channel);
    return probe && (probe.lower !== null || probe.upper !== null) ? ` ${range(probe.lower, probe.upper, 0)}` : '';
  };
  return (
    <>
      <FigureStrip
        label="近7天"
        figures={[
          {
            label: '近7天温度合格率',
            value: mean === null ? none : `${num(mean, 1)}%`,
            tone: mean === null ? undefined : rateTone(mean),
            hint: '有上下限的探头处在范围内的时间占比，各天平均',
          },
          {
            label: '达标天数（≥90%）',
            value: `${rated.filter((day) => (day.inRangePercent ?? 0) >= 90).length} / ${rated.length}`,
          },
          {
            label: '最低',
            value: num(
              pickExtreme(
                all.map((t) => t.min),
                Math.min,
              ),
              1,
            ),
            unit: '℃',
          },
          {
            label: '最高',
            value: num(
              pickExtreme(
                all.map((t) => t.max),
                Math.max,
              ),
              1,
            ),
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
            children: [
              {
                title: '最低',
                align: 'right' as const,
                width: 70,
                render: (_: unknown, day: VehicleDay) => of(day, channel, 'min'),
              },
              {
                title: '平均',
                align: 'right' as const,
                width: 70,
                render: (_: unknown, day: VehicleDay) => of(day, channel, 'avg'),
              },
              {
                title: '最高',
                align: 'right' as const,
                width: 70,
                render: (_: unknown, day: VehicleDay) => of(day, channel, 'max'),
              },
            ],
          })),
        ]}
      />
    </>
  );
}

const of = (day: VehicleDay, channel: number, key: 'min' | 'avg' | 'max'): string =>
  num(day.temps.find((t) => t.channel === channel)?.[key], 1);
const pickExtreme = (values: ReadonlyArray<number | null>, pick: (...numbers: number[]) => number): number | null => {
  const there = values.filter((value) => value !== null);
  return there.length > 0 ? pick(...there) : null;
};
