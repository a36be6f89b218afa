import {
  mostTripDays,
  tripMerge,
  tripPrint,
  tripRemark,
  tripReport,
  tripRestore,
  tripShares,
  tripSplit,
} from '@tongda/contract/reports/driving/trip';
import { Button, DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { useAct } from '../../kit/call/use-act';
import { useRowAct } from '../../kit/call/use-row-act';
import { FormDialog } from '../../kit/dialog/form';
import { ShareDialog } from '../../kit/dialog/share';
import { announceExport } from '../../kit/files/downloads';
import { Can } from '../../kit/session/can';
import type { RowAction } from '../../kit/table/types';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

type Open = { what: 'split' | 'remark' | 'share'; row: AnyRow } | null;

/** How the server tells a trip. */
const endsOf = ({ fromMs, untilMs }: AnyRow) => ({ fromMs: Number(fromMs), untilMs: Number(untilMs) });
const tripOf = (row: AnyRow) => ({ vehicleId: String(row.vehicleId), ...endsOf(row) });
const isOver = (row: AnyRow): boolean => row.state === 'over';
const stale = [tripReport.page, tripReport.totalsCall];
const nameOf = (row: AnyRow): string => `${String(row.plateNo)} ${String(row.startTime).slice(0, 16)}`;

/** 合并, 拆分, 还原, 备注 and 行程单. */
export const useTrip: UseReportExtras = (list) => {
  const [open, setOpen] = useState<Open>(null);
  const { refresh } = list;
  const close = (): void => setOpen(null);
  const restore = useRowAct((row: AnyRow) => call(tripRestore, tripOf(row)), {
    sure: (row) => ({
      title: `还原 ${nameOf(row)} 的行程？`,
      content: '撤销合并或拆分，重新显示识别出的行程。',
      ok: '还原',
    }),
    told: () => '已还原行程',
    done: refresh,
  });
  const print = useRowAct(
    (row: AnyRow) =>
      call(tripPrint, {
        ...tripOf(row),
        startTime: String(row.startTime),
        endTime: String(row.endTime),
        format: 'pdf',
      }),
    { done: (_row, { id }) => announceExport(id) },
  );
  return {
    rowActions: (row) => {
      if (!isOver(row)) return [];
      const actions: RowAction[] = [
        { label: '拆分', can: tripSplit, run: () => setOpen({ what: 'split', row }) },
        { label: '备注', can: tripRemark, run: () => setOpen({ what: 'remark', row }) },
        { label: '分享', can: tripShares.make, run: () => setOpen({ what: 'share', row }) },
        { label: '行程单', can: tripPrint, run: () => print(row) },
      ];
      if (row.locked === true) actions.push({ label: '还原', can: tripRestore, run: () => restore(row) });
      return actions;
    },
    batch: (rows) => <MergeButton rows={rows} done={refresh} />,
    open:
      open === null ? null : open.what === 'split' ? (
        <SplitDialog row={open.row} done={refresh} close={close} />
      ) : open.what === 'share' ? (
        <ShareDialog
          calls={tripShares}
          of={tripOf(open.row)}
          title={`分享行程 ${nameOf(open.row)}`}
          shows="只能看到这个行程的轨迹、停车、里程和温度，看不到它之前和之后。"
          close={close}
        />
      ) : (
        <RemarkDialog row={open.row} done={refresh} close={close} />
      ),
  };
};

/** Why the ticked rows cannot be one trip; null when they may. */
function mergeRefusal(rows: readonly AnyRow[]): string | null {
  if (rows.length < 2) return '请选择两个以上相邻的行程';
  if (new Set(rows.map(({ vehicleId }) => vehicleId)).size > 1) return '只能合并同一辆车的行程';
  return rows.every(isOver) ? null : '进行中的行程结束后才能合并';
}

function MergeButton({ rows, done }: { rows: AnyRow[]; done: () => void }) {
  const why = mergeRefusal(rows);
  const merge = useAct(() => call(tripMerge, { vehicleId: String(rows[0]?.vehicleId), trips: rows.map(endsOf) }), {
    sure: {
      title: `把 ${rows.length} 个行程合并为一个？`,
      content: `合并后的起止不随补传改变，最长${mostTripDays}天，可随时还原。`,
      ok: '合并',
    },
    told: ({ done: count }) => `已合并 ${count} 个行程`,
    stale,
    done,
  });
  return (
    <Can do={tripMerge}>
      <Button disabled={why !== null} title={why ?? undefined} loading={merge.busy} onClick={() => void merge.run()}>
        合并行程
      </Button>
    </Can>
  );
}

interface DialogProps {
  row: AnyRow;
  done: () => void;
  close: () => void;
}

/** Two trips out of one, at a moment within it. */
function SplitDialog({ row, done, close }: DialogProps) {
  const [form] = Form.useForm<{ at: Dayjs }>();
  const [from, until] = [dayjs(String(row.startTime)), dayjs(String(row.endTime))];
  return (
    <FormDialog
      endpoint={tripSplit}
      form={form}
      initial={{ at: from.add(until.diff(from, 'minute') / 2, 'minute') }}
      input={({ at }) => ({ ...tripOf(row), at: at.format('YYYY-MM-DD HH:mm:ss') })}
      told="已拆分为两个行程"
      stale={stale}
      done={done}
      close={close}
      title={`拆分行程 ${String(row.tripNo)}`}
      okText="拆分"
      width={420}
    >
      <p className="td-cap">
        {String(row.startTime)} ~ {String(row.endTime)}，从所选时间分为前后两个行程；起止不再随补传改变，可随时还原。
      </p>
      <Form.Item name="at" label="拆分时间" rules={[{ required: true, message: '请选择拆分时间' }]}>
        <DatePicker showTime minDate={from} maxDate={until} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}

function RemarkDialog({ row, done, close }: DialogProps) {
  const [form] = Form.useForm<{ remark: string }>();
  return (
    <FormDialog
      endpoint={tripRemark}
      form={form}
      initial={{ remark: String(row.remark) }}
      input={({ remark }) => ({ ...tripOf(row), remark, version: Number(row.remarkVersion) })}
      // the list brings the newer remark with its version; what was typed is entered again
      fresh={async () => done()}
      told="已保存备注"
      stale={stale}
      done={done}
      close={close}
      title={`备注行程 ${String(row.tripNo)}`}
      width={440}
    >
      <Form.Item name="remark" label="备注" extra="清空即删除备注">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  );
}
