import { vehicleChangeHis, vehicleCounts, vehicleDetail, vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { maintainStatus } from '@tongda/contract/resources/vehicle/enums';
import {
  type NextUpkeep,
  type RepairRow,
  type RepairSummary,
  repairAdd,
  repairChangeHis,
  repairColumns,
  repairMachine,
  repairPage,
  repairSummary,
} from '@tongda/contract/resources/vehicle/repair';
import { alarmNo } from '@tongda/contract/watch/alarm/words';
import { Button, Modal } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../../kit/detail/change-history';
import { type FigureOf, FigureStrip } from '../../../../kit/detail/figure-strip';
import { PictureViewer } from '../../../../kit/files/pictures';
import { InnerList } from '../../../../kit/list/inner';
import { useInvalidate } from '../../../../kit/list/use-rows';
import { Can } from '../../../../kit/session/can';
import { formatNumber, none } from '../../../../kit/show/format';
import { formatYuan } from '../../../../kit/show/money';
import type { Cells, RowAction } from '../../../../kit/table/types';
import { useRecordLink } from '../../../watch/alarm/door';
import { RepairForm, type RepairTask } from './form';
import './styles.css';

const changing = [
  repairPage,
  repairSummary,
  repairChangeHis,
  vehicleDetail,
  vehiclePage,
  vehicleCounts,
  vehicleChangeHis,
];

/** 维修保养: the orders of a vehicle, their sums, and the next upkeep. */
export function RepairPanel({ vehicle }: { vehicle: { id: string; plateNo: string } }) {
  const [task, setTask] = useState<RepairTask | null>(null);
  const [files, setFiles] = useState<RepairRow | null>(null);
  const [history, setHistory] = useState<RepairRow | null>(null);
  const invalidate = useInvalidate();
  const { data: summary } = useAsk(repairSummary, { vehicleId: vehicle.id });
  return (
    <div className="resources-vehicle-repair-repairs">
      <FigureStrip label="维修保养合计" figures={figuresOf(summary)} />
      <InnerList<RepairRow>
        of={repairPage}
        columns={repairColumns}
        fixed={{ vehicleId: vehicle.id }}
        cells={cellsOf(setFiles)}
        rowActions={(row) => actionsOf(row, setTask, setHistory)}
        empty="还没有维修保养记录"
        tools={
          <Can do={repairAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setTask({ verb: 'add' })}>
              新增
            </Button>
          </Can>
        }
      />
      {task ? (
        <RepairForm
          vehicle={vehicle}
          odometerKm={summary?.odometerKm ?? null}
          task={task}
          done={() => {
            for (const endpoint of changing) void invalidate(endpoint);
          }}
          close={() => setTask(null)}
        />
      ) : null}
      {files ? (
        <Modal open width={820} footer={null} title={`${files.repairCode} 的附件`} onCancel={() => setFiles(null)}>
          <PictureViewer pictures={files.files} />
        </Modal>
      ) : null}
      {history ? (
        <HistoryDrawer of={repairChangeHis} id={history.id} name={history.repairCode} close={() => setHistory(null)} />
      ) : null}
    </div>
  );
}

function actionsOf(row: RepairRow, todo: (task: RepairTask) => void, history: (row: RepairRow) => void): RowAction[] {
  const allowed = repairMachine.allowed(row.maintainStatus);
  const steps = (['start', 'finish', 'edit', 'cancel'] as const).filter((verb) => allowed.includes(verb));
  return [
    ...steps.map((verb) => ({
      label: repairMachine.label(verb),
      can: repairAdd,
      danger: verb === 'cancel',
      run: () => todo({ verb, repair: row }),
    })),
    { label: '变更记录', run: () => history(row) },
  ];
}

const tones: Readonly<Record<number, string>> = {
  [maintainStatus.pending]: 'amber',
  [maintainStatus.inRepair]: 'blue',
  [maintainStatus.done]: 'done',
  [maintainStatus.cancelled]: 'grey',
};

const cellsOf = (open: (row: RepairRow) => void): Cells<RepairRow> => ({
  maintainStatus: (row) => (
    <span className="td-dot" data-tone={tones[row.maintainStatus]} title={row.cancelReason || undefined}>
      {maintainStatus.label(row.maintainStatus)}
    </span>
  ),
  reason: (row) => (
    <span title={[row.reason, row.remark].filter(Boolean).join('\n')}>
      {row.alarmId ? <AlarmLink id={row.alarmId} /> : null}
      {row.reason}
    </span>
  ),
  costYuan: (row) => (row.costYuan === null ? none : formatNumber(row.costYuan, 2)),
  mileageKm: (row) => (row.mileageKm === null ? none : formatNumber(row.mileageKm, 1)),
  files: (row) =>
    row.files.length === 0 ? (
      none
    ) : (
      <button
        type="button"
        className="td-plain td-link"
        aria-label={`查看${row.repairCode}的附件`}
        onClick={() => open(row)}
      >
        {row.files.length}
      </button>
    ),
});

/** Link to the alarm that an order was made from. */
function AlarmLink({ id }: { id: string }) {
  const number = alarmNo(id);
  const link = useRecordLink({ keyword: number });
  const words = `报警 ${number}`;
  return link ? (
    <Link className="kit-detail-tag" to={link} title="查看报警">
      {words}
    </Link>
  ) : (
    <span className="kit-detail-tag">{words}</span>
  );
}

function figuresOf(summary: RepairSummary | undefined): FigureOf[] {
  const value = (n: number | undefined): number | string => n ?? none;
  return [
    { label: '近12个月维修', value: value(summary?.repairs), unit: '次', hint: '按完成时间统计，不含取消' },
    { label: '近12个月保养', value: value(summary?.upkeeps), unit: '次', hint: '按完成时间统计，不含取消' },
    {
      label: '近12个月费用',
      value: typeof summary?.costYuan === 'number' ? formatYuan(Math.round(summary.costYuan * 100)) : none,
      unit: '元',
      hint: '近12个月内完成的维修与保养',
    },
    { label: '未完结', value: value(summary?.open), unit: '单', tone: summary?.open ? 'amber' : undefined },
    upkeepFigure(summary),
  ];
}

function upkeepFigure(summary: RepairSummary | undefined): FigureOf {
  const label = '下次保养';
  if (!summary) return { label, value: none };
  if (summary.next === null) return { label, value: '未设间隔', hint: '在车辆编辑页填写保养间隔里程或天数后推算' };
  const { next } = summary;
  if (next.state === 'unknown') return { label, value: '待推算', hint: '登记一次完成的保养（含里程）后开始推算' };
  return {
    label,
    value: describeUpkeep(next),
    tone: ({ over: 'red', soon: 'orange', ok: undefined } as const)[next.state],
    hint: next.lastDate ? `上次保养 ${next.lastDate}，里程 ${formatNumber(next.lastKm, 1)} km` : undefined,
  };
}

/** When the next upkeep is due, `还有 600 km / 2026-11-28（还有 5 天）`, or by how much it is overdue. */
function describeUpkeep({ leftKm, dueDate, leftDays }: NextUpkeep): string {
  const distance =
    leftKm === null ? '' : leftKm <= 0 ? `已超 ${formatNumber(-leftKm)} km` : `还有 ${formatNumber(leftKm)} km`;
  const days =
    leftDays === null ? '' : `${dueDate}（${leftDays < 0 ? `已超 ${-leftDays} 天` : `还有 ${leftDays} 天`}）`;
  return [distance, days].filter(Boolean).join(' / ');
}
