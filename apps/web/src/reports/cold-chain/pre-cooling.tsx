import { userOptions } from '@tongda/contract/company/user/calls';
import { minuteMs } from '@tongda/contract/core/durations';
import {
  preCoolingAdd,
  preCoolingPrint,
  preCoolingReport,
  preCoolingStop,
} from '@tongda/contract/reports/cold-chain/pre-cooling';
import { probeNames } from '@tongda/contract/reports/kit/readings';
import { Button, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../kit/call/api';
import { useAsk } from '../../kit/call/use-ask';
import { useRowAct } from '../../kit/call/use-row-act';
import { FormDialog } from '../../kit/dialog/form';
import { announceExport } from '../../kit/files/downloads';
import { byPinyin } from '../../kit/form/input/by-pinyin';
import { Can } from '../../kit/session/can';
import { wireTime } from '../../kit/show/format';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

/** 新增预冷任务 and 停止; what runs is asked for again every minute. */
export const usePreCooling: UseReportExtras = (list) => {
  const [adding, setAdding] = useState(false);
  const { asked, refresh } = list;
  useEffect(() => {
    const timer = asked ? setInterval(refresh, minuteMs) : undefined;
    return () => clearInterval(timer);
  }, [asked, refresh]);
  const stop = useRowAct(({ taskId }: AnyRow) => call(preCoolingStop, { id: String(taskId) }), {
    sure: ({ plateNo, code }) => ({ title: `停止 ${String(plateNo)} 的预冷任务 ${String(code)}？`, okText: '停止' }),
    told: () => '已停止预冷任务',
    done: refresh,
  });
  const print = useRowAct(
    ({ id, vehicleId, planLoadTime }: AnyRow) =>
      call(preCoolingPrint, {
        ...{ id: String(id), vehicleId: String(vehicleId), planLoadTime: String(planLoadTime), format: 'pdf' },
      }),
    { done: (_row, { id }) => announceExport(id) },
  );
  return {
    rowActions: (row) => [
      ...(row.stoppable === true
        ? [{ label: '停止', can: preCoolingStop, danger: true, run: () => stop(row) } as const]
        : []),
      { label: '打印凭证', can: preCoolingPrint, run: () => print(row) },
    ],
    toolbar: (
      <Can do={preCoolingAdd}>
        <Button type="primary" icon={<Plus className="td-ico" />} onClick={() => setAdding(true)}>
          新增预冷任务
        </Button>
      </Can>
    ),
    open: adding ? <AddDialog done={refresh} close={() => setAdding(false)} /> : null,
  };
};

interface TaskValues {
  vehicleId: string | undefined;
  targetC: number | null;
  minutes: number | null;
  plan: Dayjs | null;
  siteName: string;
  channels: number[];
  notifyIds: string[];
  remark: string;
}

const temperatures = Object.entries(probeNames)
  .filter(([key]) => key.startsWith('tem'))
  .map(([key, label]) => ({ value: Number(key.slice(3)), label }));

function AddDialog({ done, close }: { done: () => void; close: () => void }) {
  const [form] = Form.useForm<TaskValues>();
  const people = useAsk(userOptions, {});
  return (
    <FormDialog
      endpoint={preCoolingAdd}
      form={form}
      initial={{ targetC: -18, minutes: 30, plan: null, siteName: '', channels: [], notifyIds: [], remark: '' }}
      input={({ vehicleId, targetC, minutes, plan, siteName, channels, notifyIds, remark }) => ({
        vehicleId: vehicleId ?? '',
        targetC: targetC ?? Number.NaN,
        minutes: minutes ?? Number.NaN,
        planLoadTime: plan?.format('YYYY-MM-DD HH:mm:00') ?? '',
        siteName,
        channels,
        notifyIds,
        remark,
      })}
      told="已新增预冷任务"
      stale={[preCoolingReport.page]}
      done={done}
      close={close}
      title="新增预冷任务"
      width={480}
    >
      <Form.Item name="vehicleId" label="车辆" rules={[{ required: true, message: '请选择车辆' }]}>
        <VehiclePicker label="车辆" equip={['tem']} placeholder="请选择车辆" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="plan" label="计划装货时间" rules={[{ required: true, message: '请选择计划装货时间' }]}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          minDate={dayjs(wireTime(Date.now()))}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item
        name="targetC"
        label="目标温度(℃)"
        extra="冷冻留2℃：−18℃以全部探头不高于−16℃为达标"
        rules={[{ required: true, message: '请输入目标温度' }]}
      >
        <InputNumber min={-30} max={25} precision={1} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="minutes"
        label="要求提前(分)"
        extra="装货前至少这么久已达标"
        rules={[{ required: true, message: '请输入要求时长' }]}
      >
        <InputNumber min={10} max={240} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="channels" label="探头">
        <Select mode="multiple" allowClear placeholder="全部厢内探头" options={temperatures} />
      </Form.Item>
      <Form.Item name="siteName" label="装货站点">
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="notifyIds" label="通知人" extra="预计晚于计划、中断、达标时收到消息；不选则通知下发人">
        <Select
          mode="multiple"
          allowClear
          showSearch={byPinyin}
          loading={people.isLoading}
          placeholder="下发人"
          options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="remark" label="备注">
        <Input maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}
