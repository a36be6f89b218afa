import {
  overHandleType,
  overTemperatureHandle,
  overTemperaturePrint,
  overTemperatureReport,
} from '@tongda/contract/reports/cold-chain/over-temperature';
import { maxHandleFiles } from '@tongda/contract/watch/alarm/calls';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { useRowAct } from '../../kit/call/use-row-act';
import { FormDialog } from '../../kit/dialog/form';
import { announceExport } from '../../kit/files/downloads';
import { type Picture, PictureInput } from '../../kit/files/pictures';
import { Can } from '../../kit/session/can';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

/** Whether somebody may still say what was done: it is an alarm of a rule, not withdrawn, and nobody has finished it. */
const isWaiting = ({ episodeId, handleStatus, status, shared }: AnyRow): boolean =>
  typeof episodeId === 'string' && shared !== true && status !== 2 && ['0', '1', '5'].includes(String(handleStatus));

/** A paper is about the alarm of a rule, with what people did about it. */
const whyNoPaper = ({ episodeId }: AnyRow): string | undefined =>
  typeof episodeId === 'string' ? undefined : '偏差报告只用于报警规则的超温，请切换到“报警规则”';

const whyNot = (row: AnyRow): string | undefined => {
  if (typeof row.episodeId !== 'string') return '自定义上下限和运单温区的结果不能处理，请切换到“报警规则”';
  if (row.shared === true) return '共享车辆的超温由车主企业处理';
  return isWaiting(row) ? undefined : '已处理或已撤销';
};

/** 处理 of an over-temperature, one or several at once. */
export const useOverTemperature: UseReportExtras = (list) => {
  const [rows, setRows] = useState<AnyRow[]>([]);
  const print = useRowAct(
    ({ episodeId, vehicleId, fromMs, startTime }: AnyRow) =>
      call(overTemperaturePrint, {
        ...{ episodeId: String(episodeId), vehicleId: String(vehicleId), fromMs: Number(fromMs) },
        ...{ startTime: String(startTime), format: 'pdf' },
      }),
    { done: (_row, { id }) => announceExport(id) },
  );
  return {
    rowActions: (row) => [
      { label: '处理', can: overTemperatureHandle, why: whyNot(row), run: () => setRows([row]) },
      { label: '偏差报告', can: overTemperaturePrint, why: whyNoPaper(row), run: () => print(row) },
    ],
    batch: (chosen) => {
      const waiting = chosen.filter(isWaiting);
      return (
        <Can do={overTemperatureHandle}>
          <Button size="small" disabled={waiting.length === 0} onClick={() => setRows(waiting)}>
            批量处理 {waiting.length}
          </Button>
        </Can>
      );
    },
    open: rows.length > 0 ? <HandleDialog rows={rows} done={list.refresh} close={() => setRows([])} /> : null,
  };
};

interface HandleValues {
  handleType: keyof typeof overHandleType;
  remark: string;
  photos: Picture[];
}

function HandleDialog({ rows, done, close }: { rows: AnyRow[]; done: () => void; close: () => void }) {
  const [form] = Form.useForm<HandleValues>();
  const [first] = rows;
  return (
    <FormDialog
      endpoint={overTemperatureHandle}
      form={form}
      initial={{ handleType: 'onSite', remark: '', photos: [] }}
      input={({ handleType, remark, photos }) => ({
        // rows that may be handled have the number of their alarm
        episodes: rows.map(({ episodeId, version }) => ({ id: String(episodeId), version: Number(version) })),
        handleType,
        remark,
        files: photos.map(({ id }) => id),
      })}
      told={`已处理 ${rows.length} 条超温`}
      stale={[overTemperatureReport.page]}
      done={done}
      close={close}
      title={
        rows.length > 1 ? `处理 ${rows.length} 条超温` : `处理超温 · ${String(first?.plateNo)} ${String(first?.probe)}`
      }
      width={480}
    >
      <Form.Item name="handleType" label="处理方式">
        <Radio.Group options={Object.entries(overHandleType).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item
        name="remark"
        label="处理意见"
        rules={[{ required: true, whitespace: true, min: 2, message: '处理意见请填写 2 至 200 个字' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} autoFocus />
      </Form.Item>
      <Form.Item name="photos" label="照片">
        <PictureInput label="照片" max={maxHandleFiles} />
      </Form.Item>
    </FormDialog>
  );
}
