import type { ProbeLine, VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { probeKinds, probeSave } from '@tongda/contract/resources/vehicle/probe';
import { Button, Segmented, Table } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DueDate, PaperCards } from '../../../../kit/detail/due-date';
import { Can } from '../../../../kit/session/can';
import { formatNumber, formatRange, none } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';
import { useVehicleLinks } from '../links';
import { endingOf, papersOf, type VehiclePaper } from '../paper/kinds';
import { type PeriodKind, Periods, periodKinds } from './periods';

/** A wire with its newest value; `level` tells whether that is within the limits. */
interface Wire extends ProbeLine {
  value: string;
  level: 'ok' | 'out' | 'none';
}
const noData = '无数据';

function wiresOf({ probes, live, silent }: VehicleDetail): Wire[] {
  return probes.map((probe) => {
    if (silent.some((s) => s.kind === probe.kind && s.channel === probe.channel))
      return { ...probe, value: noData, level: 'none' };
    if (probe.kind === 'door') {
      const open = live?.doorOpen[probe.channel - 1] ?? null;
      return { ...probe, value: open === null ? none : open ? '开' : '关', level: open === null ? 'none' : 'ok' };
    }
    if (probe.kind === 'chiller') {
      const on = probe.channel === 1 ? (live?.reeferOn ?? null) : null;
      return { ...probe, value: on === null ? none : on ? '运行' : '停机', level: on === null ? 'none' : 'ok' };
    }
    const values = { tem: live?.tempC, hum: live?.humPct, oil: live?.fuelL, co2: live?.co2Ppm, camera: undefined }[
      probe.kind
    ];
    const value = values?.[probe.channel - 1] ?? null;
    const out =
      value !== null &&
      ((probe.lower !== null && value < probe.lower) || (probe.upper !== null && value > probe.upper));
    return {
      ...probe,
      value: value === null ? none : formatNumber(value, 1),
      level: value === null ? 'none' : out ? 'out' : 'ok',
    };
  });
}

/** The wires of a vehicle with their present values. */
export function ProbeValues({ vehicle }: { vehicle: VehicleDetail }) {
  const links = useVehicleLinks();
  const navigate = useNavigate();
  if (vehicle.probes.length === 0) {
    return (
      <Empty
        title="还没有配置探头"
        text="配置名称和上下限后，温度、门、油的实时值和报警才有意义"
        action={
          <Can do={probeSave}>
            <Button type="primary" onClick={() => navigate(links.probe(vehicle.id))}>
              去配置
            </Button>
          </Can>
        }
      />
    );
  }
  return (
    <Table<Wire>
      size="small"
      rowKey={(w) => `${w.kind}${w.channel}`}
      dataSource={wiresOf(vehicle)}
      pagination={false}
      columns={[
        { title: '类型', width: 82, render: (_, w) => probeKinds[w.kind].label },
        { dataIndex: 'channel', title: '通道', width: 56, align: 'right' },
        { dataIndex: 'name', title: '名称', width: 90 },
        { title: '温区', width: 80, render: (_, w) => w.zone || none },
        {
          title: '当前值',
          width: 100,
          align: 'right',
          render: (_, w) => (
            <span className={w.level === 'out' ? 'resources-vehicle-bad resources-vehicle-detail-strong' : undefined}>
              {w.value} {w.level === 'none' ? '' : probeKinds[w.kind].unit}
              {w.level === 'out' ? ' 超限' : ''}
            </span>
          ),
        },
        { title: '下限 ~ 上限', width: 130, align: 'right', render: (_, w) => formatRange(w.lower, w.upper, 1) },
        {
          title: '报警',
          width: 70,
          render: (_, w) => (!probeKinds[w.kind].alarm ? none : w.alarm ? '参与' : '不参与'),
        },
        {
          title: '修正值',
          width: 80,
          align: 'right',
          render: (_, w) => (w.correction === 0 ? none : `${w.correction > 0 ? '+' : ''}${w.correction.toFixed(1)}`),
        },
        {
          title: '探头编号',
          width: 104,
          render: (_, w) => <span title={w.certNo ? `校准证书 ${w.certNo}` : undefined}>{w.sn || none}</span>,
        },
        { title: '校准有效期', width: 130, render: (_, w) => <DueDate date={w.certEnd} /> },
      ]}
    />
  );
}

type Bound = 'device' | PeriodKind;
const shownFirst: PeriodKind[] = ['driver', 'plate', 'status', 'fleet', 'org'];
const bound: Array<{ value: Bound; label: string }> = [
  { value: 'device', label: '终端' },
  ...shownFirst.map((value) => ({ value, label: periodKinds[value] })),
];

/** 绑定历史: former and present terminals, main drivers, plates, fleets and departments of a vehicle. */
export function BindingHistory({ vehicle }: { vehicle: VehicleDetail }) {
  const [of, setOf] = useState<Bound>('device');
  return (
    <>
      <Segmented<Bound> options={bound} value={of} onChange={setOf} style={{ marginBottom: 12 }} />
      {of === 'device' ? <Terminals vehicle={vehicle} /> : <Periods vehicleId={vehicle.id} kind={of} />}
    </>
  );
}

function Terminals({ vehicle }: { vehicle: VehicleDetail }) {
  if (vehicle.bindings.length === 0) return <Empty title="还没有绑定过终端" text="在车辆列表的“更多”中绑定设备" />;
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={vehicle.bindings}
      pagination={false}
      columns={[
        { dataIndex: 'terminalNo', title: '终端编号', width: 150 },
        { title: '型号', width: 120, render: (_, b) => b.model || none },
        { dataIndex: 'startTime', title: '绑定时间', width: 170 },
        {
          title: '解绑时间',
          width: 170,
          render: (_, b) =>
            b.endTime ?? (
              <span className="td-dot" data-tone="green">
                使用中
              </span>
            ),
        },
        { title: '操作人', render: (_, b) => b.operator || '系统' },
      ]}
    />
  );
}

/** 证照: the documents with the days left, the most urgent first, and their stored fields. */
export function Papers({ vehicle }: { vehicle: VehicleDetail }) {
  return (
    <>
      <PaperCards papers={endingOf(vehicle)} />
      <Table<VehiclePaper>
        className="resources-vehicle-detail-register"
        size="small"
        rowKey="kind"
        dataSource={papersOf(vehicle)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { dataIndex: 'label', title: '证照', width: 110 },
          { title: '证号 / 单号', render: (_, p) => p.no || none },
          { title: '保险公司', render: (_, p) => p.issuer || none },
          { title: '开始日期', render: (_, p) => p.startDate ?? none },
          { title: '到期日期', render: (_, p) => <DueDate date={p.date} /> },
          {
            title: '保费(元)',

            align: 'right',
            render: (_, p) => (typeof p.amountYuan === 'number' ? formatNumber(p.amountYuan, 2) : none),
          },
          { title: '提前提醒', align: 'right', render: (_, p) => `${p.remindDays} 天` },
        ]}
      />
    </>
  );
}
