import { message } from '@tongda/contract/core/messages';
import {
  tripModes,
  tripSettingDel,
  tripSettingReport,
  tripSettingSave,
} from '@tongda/contract/reports/driving/trip-setting';
import { Button, Checkbox, Form, InputNumber, Radio } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { ApiError, transport } from '../../kit/call/api-error';
import { useRowAct } from '../../kit/call/use-row-act';
import { FormDialog } from '../../kit/dialog/form';
import { useNewestRow } from '../../kit/list/newest-row';
import { Can } from '../../kit/session/can';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import { type KnownPlace, PlacesSelect } from '../../modules/ground/place/door';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';
import { firstFilters } from '../kit/filters';

/** 新增, 编辑 and 结束 of trip settings. */
export const useTripSetting: UseReportExtras = (list) => {
  const [open, setOpen] = useState<{ row: AnyRow | null } | null>(null);
  const end = useRowAct(({ id, version }: AnyRow) => call(tripSettingDel, { id, version: Number(version) }), {
    sure: ({ plateNo }) => ({
      title: `确定结束 ${String(plateNo)} 的行程设置？`,
      content: '之后按计算参数中的停车间隔划分行程，以前的行程不变。',
    }),
    told: ({ plateNo }) => `${String(plateNo)} 的行程设置已结束`,
  });
  return {
    toolbar: (
      <Can do={tripSettingSave}>
        <Button type="primary" icon={<Plus />} onClick={() => setOpen({ row: null })}>
          新增
        </Button>
      </Can>
    ),
    rowActions: (row) =>
      row.open === true
        ? [
            { label: '编辑', can: tripSettingSave, run: () => setOpen({ row }) },
            { label: '结束', can: tripSettingDel, danger: true, run: () => end(row, list.refresh) },
          ]
        : [],
    open: open ? <SettingDialog row={open.row} done={list.refresh} close={() => setOpen(null)} /> : null,
  };
};

interface Values {
  vehicleIds: string[];
  mode: 1 | 2 | 4;
  gapMin: number | null;
  startIds: string[];
  endIds: string[];
  minKm: number | null;
  days: number;
  replace: boolean;
}

// the report's rows hold the places of both ends
const placesOf = (places: unknown): KnownPlace[] => (Array.isArray(places) ? (places as KnownPlace[]) : []);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The setting that holds for the vehicle now: an edit by somebody else ended the one of `row` and put another in its place. */
async function heldNow(row: AnyRow): Promise<AnyRow> {
  const { list } = await call(tripSettingReport.page, {
    ...firstFilters(tripSettingReport),
    ...{ mode: 'all', vehicleIds: [String(row.vehicleId)], fleetId: null, orgId: null },
    ...{ page: 1, size: most },
  });
  const held = list.find(({ open }) => open);
  if (!held) throw new ApiError(transport.missing, message('row.missing', { what: '行程设置' }));
  return { ...held };
}
/** settings that a vehicle may have had today */
const most = 60;

function SettingDialog({ row, done, close }: { row: AnyRow | null; done: () => void; close: () => void }) {
  const [held, renew] = useNewestRow(row, heldNow);
  const [form] = Form.useForm<Values>();
  const mode = Form.useWatch('mode', form);
  const [starts, ends] = [placesOf(row?.startPlaces), placesOf(row?.endPlaces)];
  return (
    <FormDialog
      endpoint={tripSettingSave}
      form={form}
      initial={{
        vehicleIds: row ? [String(row.vehicleId)] : [],
        mode: row?.mode === 2 ? 2 : row?.mode === 4 ? 4 : 1,
        gapMin: row ? numberOrNull(row.gapMin) : 30,
        startIds: starts.map(({ id }) => id),
        endIds: ends.map(({ id }) => id),
        minKm: numberOrNull(row?.minKm),
        days: 0,
        replace: false,
      }}
      input={(values) => ({
        ...values,
        // a field that is not shown has no value
        startIds: values.startIds ?? [],
        endIds: values.endIds ?? [],
        gapMin: values.gapMin ?? null,
        ...(held ? { id: held.id, version: Number(held.version) } : {}),
      })}
      told={({ done: count, days }) =>
        days > 0 ? `已设置 ${count} 辆车，${days} 个车日正在重新计算` : `已设置 ${count} 辆车`
      }
      fresh={renew}
      stale={[tripSettingReport.page]}
      done={done}
      close={close}
      title={row ? `编辑 ${String(row.plateNo)} 的行程设置` : '新增行程设置'}
      width={480}
    >
      <Form.Item
        name="vehicleIds"
        label="车辆"
        rules={[{ required: true, message: '请选择车辆' }]}
        hidden={row !== null}
      >
        <VehiclePicker multiple label="车辆" max={200} placeholder="请选择车辆" style={{ width: '100%' }} />
      </Form.Item>
      {row ? null : (
        <Form.Item name="replace" valuePropName="checked">
          <Checkbox>车辆已有生效的设置时，用这条替换</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="mode" label="行程方式">
        <Radio.Group options={Object.entries(tripModes).map(([code, label]) => ({ value: Number(code), label }))} />
      </Form.Item>
      {mode === 2 ? (
        <>
          <Form.Item name="startIds" label="起点站点" rules={[{ required: true, message: '请选择起点站点' }]}>
            <PlacesSelect kinds={['site', 'region']} known={starts} label="起点站点" />
          </Form.Item>
          <Form.Item name="endIds" label="终点站点" rules={[{ required: true, message: '请选择终点站点' }]}>
            <PlacesSelect kinds={['site', 'region']} known={ends} label="终点站点" />
          </Form.Item>
        </>
      ) : mode === 4 ? (
        <p className="td-cap">熄火满1分钟结束行程，再次行驶开始新的行程；没有接ACC线的车按停车判断。</p>
      ) : (
        <Form.Item name="gapMin" label="停车间隔(分钟)" rules={[{ required: true, message: '请输入停车间隔' }]}>
          <InputNumber min={5} max={240} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      )}
      <Form.Item name="minKm" label="最小里程(km，更短的不算行程)">
        <InputNumber min={0} max={500} precision={1} style={{ width: '100%' }} placeholder="不限" />
      </Form.Item>
      <Form.Item name="days" label="从几天前起生效（0 为从现在起，之前的行程随之重新划分）">
        <InputNumber min={0} max={31} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
