import {
  bindingImports,
  customerBind,
  customerUnbind,
  vehicleBindingReport,
} from '@tongda/contract/reports/customized/vehicle-binding';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { Button, DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { FormDialog } from '../../kit/dialog/form';
import { RemoteSelect } from '../../kit/form/input/remote-select';
import { ImportDialog } from '../../kit/import/dialog';
import type { List } from '../../kit/list/use-rows';
import { Can } from '../../kit/session/can';
import { wireTime } from '../../kit/show/format';
import { searchCustomers } from '../../modules/base/reference/door';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

const wire = 'YYYY-MM-DD HH:mm:ss';
const shown = 'YYYY-MM-DD HH:mm';
const now = (): Dayjs => dayjs(wireTime(Date.now()));

/** 绑定 and 解绑 of customers' codes of vehicles. */
export const useVehicleBinding: UseReportExtras = (list) => {
  const [open, setOpen] = useState<'bind' | 'import' | AnyRow | null>(null);
  const close = (): void => setOpen(null);
  return {
    toolbar: (
      <>
        <Can do={customerBind}>
          <Button type="primary" icon={<Plus />} onClick={() => setOpen('bind')}>
            绑定
          </Button>
        </Can>
        <Can do={bindingImports.run}>
          <Button icon={<Upload />} onClick={() => setOpen('import')}>
            导入
          </Button>
        </Can>
      </>
    ),
    rowActions: (row) =>
      row.state === 'active' ? [{ label: '解绑', can: customerUnbind, danger: true, run: () => setOpen(row) }] : [],
    open:
      open === 'bind' ? (
        <BindDialog list={list} close={close} />
      ) : open === 'import' ? (
        <ImportDialog of={bindingImports} done={list.refresh} close={close} />
      ) : open ? (
        <UnbindDialog row={open} list={list} close={close} />
      ) : null,
  };
};

interface BindValues {
  vehicleId: string;
  customerId: string;
  extCode: string;
  project: string;
  temperatureType: number | null;
  startTime: Dayjs;
  endTime: Dayjs | null;
}

function BindDialog({ list, close }: { list: List<AnyRow>; close: () => void }) {
  const [form] = Form.useForm<BindValues>();
  return (
    <FormDialog
      endpoint={customerBind}
      form={form}
      initial={{ extCode: '', project: '', temperatureType: null, startTime: now(), endTime: null }}
      input={({ startTime, endTime, temperatureType: zone, ...values }) => ({
        ...values,
        // the control offers the codes of the enumeration
        temperatureType: (zone ?? null) as (typeof temperatureType.codes)[number] | null,
        startTime: startTime.format(wire),
        endTime: endTime?.format(wire) ?? null,
      })}
      told="已绑定客户车辆编码"
      stale={[vehicleBindingReport.page]}
      done={list.refresh}
      close={close}
      title="绑定客户车辆编码"
      width={480}
    >
      <Form.Item name="vehicleId" label="车辆" rules={[{ required: true, message: '请选择车辆' }]}>
        <VehiclePicker label="车辆" placeholder="请选择车辆" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="customerId" label="客户" rules={[{ required: true, message: '请选择客户' }]}>
        <RemoteSelect search={searchCustomers} label="客户" placeholder="请选择客户" />
      </Form.Item>
      <Form.Item name="extCode" label="客户车辆编码" rules={[{ required: true, message: '请输入客户车辆编码' }]}>
        <Input maxLength={32} placeholder="客户系统中这辆车的编码，如 SAP 编号" />
      </Form.Item>
      <Form.Item name="project" label="项目">
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="temperatureType" label="温区">
        <Select
          allowClear
          placeholder="不限"
          options={temperatureType.codes.map((value) => ({ value, label: temperatureType.label(value) }))}
        />
      </Form.Item>
      <Form.Item name="startTime" label="开始时间" rules={[{ required: true, message: '请选择开始时间' }]}>
        <DatePicker showTime={{ format: 'HH:mm' }} format={shown} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="endTime" label="结束时间">
        <DatePicker showTime={{ format: 'HH:mm' }} format={shown} style={{ width: '100%' }} placeholder="长期" />
      </Form.Item>
    </FormDialog>
  );
}

interface UnbindValues {
  time: Dayjs;
  reason: string;
}

function UnbindDialog({ row, list, close }: { row: AnyRow; list: List<AnyRow>; close: () => void }) {
  const [form] = Form.useForm<UnbindValues>();
  const { customer, plateNo } = row;
  // what somebody else did with the binding meanwhile
  const fresh = async () => {
    const asked = { ...list.filters, keyword: row.extCode, page: 1, size: 100 };
    // filters are as the user left them: the server reads them anew
    const found = await call(vehicleBindingReport.page, asked as never);
    return { version: found.list.find(({ id }) => id === row.id)?.version ?? 0 };
  };
  return (
    <FormDialog
      endpoint={customerUnbind}
      form={form}
      initial={{ time: now(), reason: '' }}
      input={({ time, reason }) => ({ id: row.id, version: Number(row.version), time: time.format(wire), reason })}
      told={`${String(plateNo)} 已与${String(customer)}解绑`}
      stale={[vehicleBindingReport.page]}
      fresh={fresh}
      done={list.refresh}
      close={close}
      title={`将 ${String(plateNo)} 与${String(customer)}解绑`}
      width={460}
    >
      <Form.Item name="time" label="解绑时间" rules={[{ required: true, message: '请选择解绑时间' }]}>
        <DatePicker showTime={{ format: 'HH:mm' }} format={shown} maxDate={now()} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因"
        rules={[{ required: true, whitespace: true, min: 2, message: '原因请填写 2 至 100 个字' }]}
      >
        <Input maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}
