import {
  maxRequestPhotos,
  type RepairDevice,
  type RepairRequestRow,
  repairRequestAdd,
  repairRequestDevices,
  repairRequestPage,
  repairRequestSlots,
  repairRequestUpdate,
} from '@tongda/contract/resources/repair-request/calls';
import { repairFault, visitHalf } from '@tongda/contract/resources/repair-request/enums';
import { Drawer, Form, type FormInstance } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import { EditField } from '../../../kit/form/edit-field';
import type { Values } from '../../../kit/form/edit-schema';
import { EnumField, SelectField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { RemoteField, type Search } from '../../../kit/form/input/remote-select';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { ErrorState, Loading } from '../../../kit/show/states';
import { DeviceStatusDot } from '../parts/device-status-dot';
import { dayWord } from './words';
import './styles.css';

interface Props {
  done: () => void;
  close: () => void;
}

/** 新增报修: which terminal, what is wrong with it, and when somebody may come. `deviceId`: the terminal that the user came with. */
export function NewRequest({ deviceId, ...rest }: Props & { deviceId: string | null }) {
  return deviceId === null ? <AddForm device={undefined} {...rest} /> : <RequestFor deviceId={deviceId} {...rest} />;
}

/** The form for one terminal, once it is known what it is. */
function RequestFor({ deviceId, ...rest }: Props & { deviceId: string }) {
  const { data, error, refetch } = useAsk(repairRequestDevices, { id: deviceId });
  if (data) return <AddForm device={data[0]} {...rest} />;
  return (
    <Framed
      title="新增报修"
      close={rest.close}
      body={error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />}
    />
  );
}

const Framed = ({ title, close, body }: { title: string; close: () => void; body: ReactNode }) => (
  <Drawer open aria-label={title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={close}>
    {body}
  </Drawer>
);

const leaveBy = (close: () => void) => (): void => void askToLeave().then((go) => (go ? close() : undefined));
const toInput = (values: Values): Values =>
  // `photoIds` is set by the field of pictures alone
  Array.isArray(values.photoIds) ? { ...values, photoIds: (values.photoIds as Picture[]).map(({ id }) => id) } : values;

function AddForm({ device, done, close }: Props & { device: RepairDevice | undefined }) {
  const leave = leaveBy(close);
  const [found, setFound] = useState<readonly RepairDevice[]>(device ? [device] : []);
  const search = useCallback<Search>(async (keyword) => {
    const rows = await call(repairRequestDevices, { keyword: keyword || undefined }, { quiet: true });
    setFound((old) => [...rows, ...old.filter((row) => !rows.some(({ id }) => id === row.id))]);
    return rows.map((row) => ({ id: row.id, name: `${row.plateNo} ${row.name}`, note: row.offlineFor || row.model }));
  }, []);
  const initial = { deviceId: device?.id, faults: [], photoIds: [], visitHalf: visitHalf.morning };
  const [start] = useState(initial);
  return (
    <Framed
      title="新增报修"
      close={leave}
      body={
        <EditPanel
          title="新增报修"
          endpoint={repairRequestAdd}
          initial={start}
          toInput={toInput}
          okText="提交报修"
          saved={() => {
            done();
            close();
          }}
          close={leave}
          reload={async () => undefined}
        >
          {(form) => (
            <>
              <RemoteField
                name="deviceId"
                label="终端"
                span={12}
                search={search}
                known={device ? { id: device.id, name: `${device.plateNo} ${device.name}` } : null}
                placeholder="车牌或终端编号"
              />
              <Health form={form} found={found} />
              <EnumField name="faults" label="故障类型" of={repairFault} multiple span={12} />
              <TextAreaField
                name="description"
                label="故障描述"
                span={12}
                rows={3}
                placeholder="什么时候开始、有什么现象、已经试过什么"
              />
              <VisitFields form={form} />
              <EditField name="photoIds" label="照片" span={12} show={countWord} help="指示灯、接线、安装位置">
                <PictureInput label="照片" max={maxRequestPhotos} />
              </EditField>
            </>
          )}
        </EditPanel>
      }
    />
  );
}
const countWord = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? `${value.length} 张` : '--');

/** What the platform knows of the chosen terminal, so that nobody has to describe it. */
function Health({ form, found }: { form: FormInstance<Values>; found: readonly RepairDevice[] }) {
  const chosen = Form.useWatch('deviceId', form);
  const device = found.find(({ id }) => id === chosen);
  if (!device) return null;
  return (
    <p className="td-cap kit-form-field resources-repair-request-health" data-span={12}>
      {device.deviceStatus === null ? null : <DeviceStatusDot status={device.deviceStatus} />}
      <span>{device.offlineFor ? `已离线${device.offlineFor}` : null}</span>
      <span>最后上报 {device.lastTime ?? '从未'}</span>
      {device.openNo === null ? null : <b>已有未完结的报修单 {device.openNo}</b>}
    </p>
  );
}

/** 改约: another day, place or person. */
export function MoveRequest({ row: wanted, done, close }: Props & { row: RepairRequestRow }) {
  const [row, renew] = useNewestRow(wanted, ({ id, requestNo }) =>
    newestRow(repairRequestPage, { keyword: requestNo }, id),
  );
  const leave = leaveBy(close);
  const { visitDate, visitHalf: half, address, contact, phone } = row;
  return (
    <Framed
      title={`改约 ${row.requestNo}`}
      close={leave}
      body={
        <EditPanel
          title={`改约 ${row.requestNo}`}
          endpoint={repairRequestUpdate}
          initial={{ visitDate, visitHalf: half, address, contact, phone }}
          toInput={(values) => ({ ...values, id: row.id, version: row.version })}
          okText="改约"
          saved={() => {
            done();
            close();
          }}
          close={leave}
          reload={renew}
        >
          {(form) => (
            <>
              <p className="td-cap kit-form-field" data-span={12}>
                改约后重新等待受理，已派的工程师不再上门。
              </p>
              <VisitFields form={form} />
            </>
          )}
        </EditPanel>
      }
    />
  );
}

/** When and where somebody may come: only days that still have room are offered. */
function VisitFields({ form }: { form: FormInstance<Values> }) {
  const { data } = useAsk(repairRequestSlots, undefined, { staleTime: 0 });
  const day = Form.useWatch('visitDate', form);
  const leftOf = (half: number): number | undefined =>
    data?.find((slot) => slot.date === day && slot.half === half)?.left;
  const days = [...new Set((data ?? []).filter(({ left }) => left > 0).map(({ date }) => date))];
  return (
    <>
      <SelectField
        name="visitDate"
        label="预约日期"
        span={6}
        options={days.map((code) => ({ code, name: dayWord(code) }))}
        placeholder="工作日"
      />
      <SelectField
        name="visitHalf"
        label="时段"
        span={6}
        segmented
        options={visitHalf.options.map(({ code, name }) => {
          const left = leftOf(code);
          return { code, name: left === undefined ? name : left === 0 ? `${name} 已满` : `${name} 余${left}` };
        })}
      />
      <TextAreaField name="address" label="地点" span={12} placeholder="车辆停放的详细地址" />
      <TextField name="contact" label="联系人" span={6} />
      <TextField name="phone" label="手机" span={6} />
    </>
  );
}
