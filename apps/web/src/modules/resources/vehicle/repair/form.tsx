import type { Endpoint } from '@tongda/contract/core/endpoint';
import { repairKind } from '@tongda/contract/resources/vehicle/enums';
import {
  maxRepairFiles,
  type RepairRow,
  repairAdd,
  repairCancel,
  repairFinish,
  repairPage,
  repairStart,
  repairUpdate,
} from '@tongda/contract/resources/vehicle/repair';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { EditPanel } from '../../../../kit/dialog/edit-panel';
import { type Picture, PictureInput } from '../../../../kit/files/pictures';
import { EditField } from '../../../../kit/form/edit-field';
import type { Values } from '../../../../kit/form/edit-schema';
import { DateField, EnumField, NumberField, TextAreaField, TextField } from '../../../../kit/form/input/fields';
import { askToLeave } from '../../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../../kit/list/newest-row';
import { wireTime } from '../../../../kit/show/format';

/** What the form is for: a new order, or a step of an existing one. */
export type RepairTask =
  | { verb: 'add'; reason?: string; alarmId?: string }
  | { verb: 'edit' | 'start' | 'finish' | 'cancel'; repair: RepairRow };

interface RepairFormProps {
  vehicle: { id: string; plateNo: string };
  /** present odometer, km, proposed when the order has none; null while unknown */
  odometerKm: number | null;
  task: RepairTask;
  done: () => void;
  close: () => void;
}

const endpoints = {
  add: repairAdd,
  edit: repairUpdate,
  start: repairStart,
  finish: repairFinish,
  cancel: repairCancel,
} as const satisfies Record<RepairTask['verb'], Endpoint>;

const titles: Readonly<Record<RepairTask['verb'], string>> = {
  add: '登记维修保养',
  edit: '编辑',
  start: '开始',
  finish: '完成',
  cancel: '取消',
};
const okTexts: Partial<Record<RepairTask['verb'], string>> = { start: '开始', finish: '完成', cancel: '取消该单' };

/** The input of the call: the form holds files as pictures, the call takes their ids. */
const toInput = (values: Values): Values =>
  // `fileIds` is set from the order's files and by the field of pictures, both with this type
  Array.isArray(values.fileIds) ? { ...values, fileIds: (values.fileIds as Picture[]).map(({ id }) => id) } : values;

const roundKm = (km: number | null): number | null => (km === null ? null : Math.round(km));

function initialValuesOf(task: RepairTask, odometerKm: number | null): Values {
  const now = wireTime(Date.now());
  if (task.verb === 'add')
    return {
      kind: repairKind.repair,
      reason: task.reason,
      reportTime: now,
      mileageKm: roundKm(odometerKm),
      fileIds: [],
    };
  const { repair: r } = task;
  const mileageKm = r.mileageKm ?? roundKm(odometerKm);
  const bill = { costYuan: r.costYuan, parts: r.parts, remark: r.remark, fileIds: r.files };
  if (task.verb === 'start') return { startTime: now, workshop: r.workshop, mileageKm };
  if (task.verb === 'finish') return { endTime: now, mileageKm, ...bill };
  if (task.verb === 'cancel') return {};
  const { kind, reason, workshop, reportTime, startTime, endTime } = r;
  return { kind, reason, workshop, reportTime, startTime, endTime, mileageKm: r.mileageKm, ...bill };
}

/** 登记, 编辑, 开始, 完成 and 取消 of a 维修保养 order, in a drawer. */
export function RepairForm({ vehicle, odometerKm, task: wanted, done, close }: RepairFormProps) {
  const [of, renew] = useNewestRow(wanted.verb === 'add' ? null : wanted.repair, ({ id }) =>
    newestRow(repairPage, { vehicleId: vehicle.id }, id),
  );
  const task: RepairTask = wanted.verb === 'add' || of === null ? wanted : { ...wanted, repair: of };
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const title = of ? `${titles[task.verb]} ${of.repairCode}` : `${titles.add} · ${vehicle.plateNo}`;
  return (
    <Drawer open aria-label={title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={endpoints[task.verb]}
        initial={initialValuesOf(task, odometerKm)}
        toInput={(values) =>
          toInput(
            task.verb === 'add'
              ? { ...values, vehicleId: vehicle.id, alarmId: task.alarmId ?? null }
              : { ...values, id: task.repair.id, version: task.repair.version },
          )
        }
        okText={okTexts[task.verb]}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {() => bodies[task.verb](of)}
      </EditPanel>
    </Drawer>
  );
}

const bodies: Readonly<Record<RepairTask['verb'], (repair: RepairRow | null) => ReactNode>> = {
  add: () => <Whole started ended hints />,
  edit: (repair) => <Whole started={repair?.startTime !== null} ended={repair?.endTime !== null} />,
  start: () => (
    <>
      <Moment name="startTime" label="开始时间" />
      <Mileage />
      <TextField name="workshop" label="维修厂" span={12} />
      <p className="td-cap kit-form-field" data-span={12}>
        开始后车辆自动变为“维修中”，不能再派车；完成或取消后自动恢复可用。
      </p>
    </>
  ),
  finish: () => (
    <>
      <Moment name="endTime" label="完成时间" />
      <Mileage />
      <Bill />
    </>
  ),
  cancel: () => <TextAreaField name="reason" label="取消原因" span={12} rows={3} />,
};

const Moment = ({ name, label, help }: { name: string; label: string; help?: string }) => (
  <DateField name={name} label={label} span={6} time help={help} />
);
const Mileage = () => <NumberField name="mileageKm" label="当时里程" unit="km" decimals={1} span={6} />;

function Whole({ started, ended, hints = false }: { started: boolean; ended: boolean; hints?: boolean }) {
  return (
    <>
      <EnumField name="kind" label="类别" of={repairKind} segmented span={6} />
      <Moment name="reportTime" label="报修时间" />
      <TextAreaField name="reason" label="原因" span={12} />
      <TextField name="workshop" label="维修厂" span={6} />
      <Mileage />
      {started ? <Moment name="startTime" label="开始时间" help={hints ? '已进厂时填写' : undefined} /> : null}
      {ended ? <Moment name="endTime" label="完成时间" help={hints ? '补登已完成的单时填写' : undefined} /> : null}
      <Bill />
    </>
  );
}

function Bill() {
  return (
    <>
      <NumberField name="costYuan" label="费用" unit="元" decimals={2} span={6} />
      <TextAreaField name="parts" label="更换配件" span={12} />
      <TextAreaField name="remark" label="备注" span={12} />
      <EditField
        name="fileIds"
        label="附件"
        span={12}
        show={formatFileCount}
        help="工单、发票、照片，支持 JPG、PNG、PDF"
      >
        <PictureInput label="附件" max={maxRepairFiles} kind="paper" />
      </EditField>
    </>
  );
}

const formatFileCount = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? `${value.length} 个` : '--';
