import { columns } from '@tongda/contract/core/columns';
import type { Output } from '@tongda/contract/core/endpoint';
import { driverFigures, driverTrips, driverWaybills } from '@tongda/contract/resources/driver/figures';
import { transportStatus } from '@tongda/contract/transport/enums';
import { alarmType } from '@tongda/contract/watch/alarm/enums';
import { episodeKind, episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { Table } from 'antd';
import { Asked } from '../../../kit/detail/asked';
import { FigureStrip } from '../../../kit/detail/figure-strip';
import { InnerList } from '../../../kit/list/inner';
import { formatNumber, minuteText, none, shortTime } from '../../../kit/show/format';
import { PlateLink } from '../../../kit/show/plate/link';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import './styles.css';

type Figures = Output<typeof driverFigures>;
type Trip = Output<typeof driverTrips>['list'][number];
type Waybill = Output<typeof driverWaybills>['list'][number];

const tripColumns = columns<Trip>()([
  { value: 'plateNo', label: '车牌号', width: 110 },
  { value: 'startTime', label: '开始时间', width: 124 },
  { value: 'endTime', label: '结束时间', width: 124 },
  { value: 'km', label: '里程(km)', width: 90, align: 'right' },
  { value: 'hours', label: '行驶(h)', width: 80, align: 'right' },
  { value: 'maxSpeedKmh', label: '最高速度(km/h)', width: 116, align: 'right' },
]);
const tripCells: Cells<Trip> = {
  plateNo: (trip) => <PlateLink id={trip.vehicleId} plateNo={trip.plateNo} />,
  endTime: (trip) =>
    trip.endTime ? (
      <span title={trip.endTime}>{shortTime(trip.endTime)}</span>
    ) : (
      <span className="td-dot" data-tone="green">
        行驶中
      </span>
    ),
  km: (trip) => formatNumber(trip.km, 1),
  hours: (trip) => formatNumber(trip.hours, 1),
  maxSpeedKmh: (trip) => formatNumber(trip.maxSpeedKmh),
};

/** 行程里程: the driver's distance of this month, and his trips. */
export function DriverTrips({ id }: { id: string }) {
  return (
    <>
      <Asked of={driverFigures} input={{ id }}>
        {(f) => (
          <FigureStrip
            label="本月"
            figures={[
              { label: '本月里程', value: formatNumber(f.monthKm, 1), unit: 'km' },
              { label: '上月里程', value: formatNumber(f.lastMonthKm, 1), unit: 'km' },
              { label: '本月行程', value: formatNumber(f.monthTrips), unit: '趟' },
              { label: '本月行驶', value: formatNumber(f.monthHours, 1), unit: 'h' },
            ]}
          />
        )}
      </Asked>
      <p className="td-cap">行程按开始时的司机计算：刷卡登录优先，其次为车辆的主驾。</p>
      <InnerList<Trip> of={driverTrips} columns={tripColumns} cells={tripCells} fixed={{ id }} empty="还没有行程" />
    </>
  );
}

/** 驾驶行为: alarms of thirty days by kind. */
export function DriverBehaviour({ id }: { id: string }) {
  return (
    <Asked of={driverFigures} input={{ id }}>
      {(figures) => <Behaviour figures={figures} />}
    </Asked>
  );
}

function Behaviour({ figures: f }: { figures: Figures }) {
  return (
    <>
      <FigureStrip
        label="本月"
        figures={[
          {
            label: '本月评分',
            value: f.monthScore?.toFixed(1),
            tone: f.monthScore === null ? undefined : rateTone(f.monthScore),
            hint: '100 − 扣分 ÷ 本月百公里数，不足100公里按100公里',
          },
          { label: '本月报警', value: formatNumber(f.monthAlarms), unit: '次' },
          {
            label: '百公里报警',
            value: formatNumber(f.alarmsPer100Km, 1),
            unit: '次',
            hint: '本月行驶满100公里后计算',
          },
          { label: '近30天报警', value: formatNumber(f.kinds.reduce((all, kind) => all + kind.count, 0)), unit: '次' },
        ]}
      />
      <Deductions of={f} />
      {f.kinds.length === 0 ? (
        <Empty title="近30天没有报警" text="该司机驾驶时产生的报警按类型统计在这里" />
      ) : (
        <Table
          size="small"
          rowKey="kind"
          dataSource={f.kinds}
          pagination={false}
          columns={[
            { title: '报警类型', width: 180, render: (_, row) => episodeKind.label(row.kind) },
            { title: '近30天次数', align: 'right', width: 110, render: (_, row) => formatNumber(row.count) },
            { title: '其中严重', align: 'right', width: 100, render: (_, row) => formatNumber(row.severe) },
            { title: '最近一次', render: (_, row) => shortTime(row.lastTime) },
          ]}
        />
      )}
    </>
  );
}

/** 扣分明细: the deductions from the score of the month. */
function Deductions({ of: f }: { of: Figures }) {
  if (f.deductions.length === 0) return null;
  return (
    <Table
      size="small"
      rowKey="alarmType"
      className="resources-driver-points"
      title={() => '本月扣分明细'}
      dataSource={f.deductions}
      pagination={false}
      columns={[
        { title: '主动安全报警', width: 180, render: (_, row) => alarmType.label(row.alarmType) },
        { title: '次数', align: 'right', width: 110, render: (_, row) => formatNumber(row.count) },
        { title: '其中二级', align: 'right', width: 100, render: (_, row) => formatNumber(row.severe) },
        { title: '每次扣分', align: 'right', width: 100, render: (_, row) => formatNumber(row.weight) },
        { title: '扣分', align: 'right', width: 100, render: (_, row) => formatNumber(row.points, 1) },
        { title: '' },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={4}>
            合计（二级按两倍计；误报、终端时间异常、前向类报警车速低于30km/h的不计）
          </Table.Summary.Cell>
          <Table.Summary.Cell index={4} align="right">
            {formatNumber(f.points, 1)}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={5} />
        </Table.Summary.Row>
      )}
    />
  );
}

/** 疲劳记录 of ninety days. */
export function DriverFatigue({ id }: { id: string }) {
  return (
    <Asked of={driverFigures} input={{ id }}>
      {(figures) => <Fatigue rows={figures.fatigue} />}
    </Asked>
  );
}

function Fatigue({ rows }: { rows: Figures['fatigue'] }) {
  if (rows.length === 0)
    return <Empty title="近90天没有疲劳驾驶记录" text="启用疲劳驾驶规则后，连续或累计驾驶超时记在这里" />;
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={rows}
      pagination={false}
      columns={[
        { title: '车牌号', width: 120, render: (_, row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} /> },
        { title: '级别', width: 80, render: (_, row) => episodeLevel.label(row.level) },
        { dataIndex: 'startTime', title: '开始时间', width: 170 },
        { title: '结束时间', width: 170, render: (_, row) => row.endTime ?? '进行中' },
        { title: '已驾驶(分钟)', align: 'right', width: 110, render: (_, row) => formatNumber(row.minutes) },
        { title: '' },
      ]}
    />
  );
}

const waybillColumns = columns<Waybill>()([
  { value: 'waybillCode', label: '运单号', width: 150 },
  { value: 'transportStatus', label: '状态', width: 80 },
  { value: 'plateNo', label: '车牌号', width: 110 },
  { value: 'fromName', label: '起点', width: 150 },
  { value: 'toName', label: '终点', width: 150 },
  { value: 'planDepartTime', label: '计划发车', width: 116 },
  { value: 'actualDepartTime', label: '实际发车', width: 116 },
  { value: 'actualArriveTime', label: '完成时间', width: 116 },
]);
const formatTime = (wire: string | null): string => (wire ? minuteText(wire) : none);
const waybillCells: Cells<Waybill> = {
  transportStatus: (row) => transportStatus.label(row.transportStatus),
  planDepartTime: (row) => formatTime(row.planDepartTime),
  actualDepartTime: (row) => formatTime(row.actualDepartTime),
  actualArriveTime: (row) => formatTime(row.actualArriveTime),
};

/** 运单 of the driver. */
export function DriverWaybills({ id }: { id: string }) {
  return (
    <InnerList<Waybill>
      of={driverWaybills}
      columns={waybillColumns}
      cells={waybillCells}
      fixed={{ id }}
      empty="还没有运单"
    />
  );
}
