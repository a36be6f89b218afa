import { refuelReport } from '@tongda/contract/reports/driving/refuel';
import {
  billLabels,
  billSource,
  maxBillFiles,
  type RefuelBill,
  refuelAdd,
  refuelBillAdd,
  refuelBillDel,
  refuelBills,
  refuelBillUpdate,
} from '@tongda/contract/reports/driving/refuel-bill';
import { Button, Drawer, Modal } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { useAct } from '../../kit/call/use-act';
import { useAsk } from '../../kit/call/use-ask';
import { EditPanel } from '../../kit/dialog/edit-panel';
import { type Picture, PictureInput, PictureRow, PictureViewer } from '../../kit/files/pictures';
import { EditField } from '../../kit/form/edit-field';
import type { Values } from '../../kit/form/edit-schema';
import { DateField, NumberField, TextAreaField, TextField } from '../../kit/form/input/fields';
import { askToLeave } from '../../kit/form/leave-guards';
import { useInvalidate } from '../../kit/list/use-rows';
import { Can, useCan } from '../../kit/session/can';
import { formatNumber, none, wireTime } from '../../kit/show/format';
import { ErrorState, Loading } from '../../kit/show/states';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import './styles.css';

/** Vehicle and time of the refuelling that a bill is for. */
interface Moment {
  vehicleId: string;
  plateNo: string;
  fuelTime: string;
}

interface BillFormProps {
  /** null: 手工新增; `at`: a bill for that refuelling; `bill`: one to change */
  of: null | { at: Moment; bill?: RefuelBill };
  saved: () => void;
  close: () => void;
  /** loads the bill anew when somebody else has changed it */
  reload?: () => Promise<unknown>;
}

const fileCount = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? `${value.length} 个` : none);

/** The form holds files as pictures, the call takes their ids. */
const toInput = (values: Values): Values =>
  // `fileIds` is set from the bill's files and by the field of pictures, both with this type
  Array.isArray(values.fileIds) ? { ...values, fileIds: (values.fileIds as Picture[]).map(({ id }) => id) } : values;

function startOf(of: BillFormProps['of']): Values {
  if (!of) return { fuelTime: wireTime(Date.now()), fileIds: [] };
  const { at, bill } = of;
  if (!bill) return { vehicleId: at.vehicleId, fuelTime: at.fuelTime, fileIds: [] };
  const { files, id: _id, version: _version, source: _source, userName: _user, updateTime: _time, ...fields } = bill;
  return { ...fields, fileIds: files };
}

/** 登记票据, 手工新增 or a change of a bill, in a drawer. */
export function BillForm({ of, saved, close, reload = async () => undefined }: BillFormProps) {
  const invalidate = useInvalidate();
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const bill = of?.bill;
  const title = of ? `${bill ? '编辑票据' : '登记票据'} · ${of.at.plateNo}` : '手工新增加油';
  return (
    <Drawer open aria-label={title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={bill ? refuelBillUpdate : of ? refuelBillAdd : refuelAdd}
        initial={startOf(of)}
        toInput={(values) => ({ ...toInput(values), ...(bill ? { id: bill.id, version: bill.version } : {}) })}
        saved={() => {
          void invalidate(refuelReport.totalsCall);
          void invalidate(refuelBills);
          saved();
          close();
        }}
        close={leave}
        reload={reload}
      >
        {() => (
          <>
            {of ? null : (
              <EditField name="vehicleId" label={billLabels.vehicleId} span={12} verb="选择">
                <VehiclePicker
                  label={billLabels.vehicleId}
                  equip={['oil']}
                  placeholder="请选择车辆"
                  style={{ width: '100%' }}
                />
              </EditField>
            )}
            <DateField name="fuelTime" label={billLabels.fuelTime} span={6} time />
            <NumberField name="litres" label={billLabels.litres} unit="L" decimals={2} span={6} />
            <NumberField name="amountYuan" label={billLabels.amountYuan} unit="元" decimals={2} span={6} />
            <NumberField
              name="priceYuan"
              label={billLabels.priceYuan}
              unit="元"
              decimals={3}
              span={6}
              help="可不填，按金额 ÷ 油量"
            />
            <TextField name="station" label={billLabels.station} span={12} />
            <TextField name="billNo" label={billLabels.billNo} span={6} />
            <TextField name="cardNo" label={billLabels.cardNo} span={6} />
            <TextAreaField name="remark" label={billLabels.remark} span={12} />
            <EditField name="fileIds" label="附件" span={12} show={fileCount} help="小票、发票照片，支持 JPG、PNG、PDF">
              <PictureInput label="附件" max={maxBillFiles} kind="paper" />
            </EditField>
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}

interface BillsProps {
  at: Moment;
  ids: string[];
  changed: () => void;
  close: () => void;
}

/** The bills of one refuelling, with their pictures; who may changes, deletes and adds them. */
export function BillsDrawer({ at, ids, changed, close }: BillsProps) {
  const answer = useAsk(refuelBills, { ids });
  const [form, setForm] = useState<{ bill?: RefuelBill } | null>(null);
  const bills = answer.data ?? [];
  const editing = form?.bill ? bills.find(({ id }) => id === form.bill?.id) : undefined;
  return (
    <Drawer open size={440} title={`加油票据 · ${at.plateNo} ${at.fuelTime.slice(0, 16)}`} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.data === undefined && !answer.error ? <Loading /> : null}
      {bills.map((bill) => (
        <BillCard
          key={bill.id}
          bill={bill}
          edit={() => setForm({ bill })}
          gone={() => {
            changed();
            close();
          }}
        />
      ))}
      <Can do={refuelBillAdd}>
        <Button block type="dashed" icon={<Plus className="td-ico" />} onClick={() => setForm({})}>
          再登记一张票据
        </Button>
      </Can>
      {form ? (
        <BillForm
          key={form.bill?.id ?? 'new'}
          of={{ at, ...(form.bill ? { bill: editing ?? form.bill } : {}) }}
          reload={() => answer.refetch({ throwOnError: true })}
          saved={changed}
          close={() => {
            setForm(null);
            // a new bill belongs to the row only after the list was read again
            if (!form.bill) close();
          }}
        />
      ) : null}
    </Drawer>
  );
}

function BillCard({ bill, edit, gone }: { bill: RefuelBill; edit: () => void; gone: () => void }) {
  const mayEdit = useCan(refuelBillUpdate);
  const mayDelete = useCan(refuelBillDel);
  const [shown, show] = useState<number | null>(null);
  const remove = useAct(() => call(refuelBillDel, { id: bill.id, version: bill.version }), {
    sure: {
      title: `删除 ${bill.fuelTime.slice(0, 16)} 的票据？`,
      content: '删除后不可恢复。',
      ok: '删除',
      danger: true,
    },
    told: '已删除票据',
    // the list of bills brings it anew
    fresh: async () => undefined,
    stale: [refuelBills, refuelReport.totalsCall],
    done: gone,
  });
  const facts: ReadonlyArray<readonly [string, string]> = [
    [billLabels.litres, formatNumber(bill.litres, 2)],
    [billLabels.amountYuan, bill.amountYuan === null ? none : formatNumber(bill.amountYuan, 2)],
    [billLabels.priceYuan, bill.priceYuan === null ? none : formatNumber(bill.priceYuan, 3)],
    [billLabels.station, bill.station || none],
    [billLabels.billNo, bill.billNo ?? none],
    [billLabels.cardNo, bill.cardNo ?? none],
    [billLabels.remark, bill.remark || none],
  ];
  return (
    <section className="reports-driving-bill" aria-label={`${bill.fuelTime}的票据`}>
      <header>
        <b>{bill.fuelTime}</b>
        <span className="td-cap">{bill.source === billSource.card ? '油卡' : '手工'}</span>
        <span className="reports-driving-bill-acts">
          {mayEdit ? (
            <Button type="link" size="small" onClick={edit}>
              修改
            </Button>
          ) : null}
          {mayDelete ? (
            <Button type="link" size="small" danger loading={remove.busy} onClick={() => void remove.run()}>
              删除
            </Button>
          ) : null}
        </span>
      </header>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bill.files.length > 0 ? <PictureRow pictures={bill.files} open={show} /> : null}
      <p className="td-cap">
        {bill.userName} {bill.updateTime}
      </p>
      {shown === null ? null : (
        <Modal open footer={null} width={720} title="附件" onCancel={() => show(null)}>
          <PictureViewer pictures={bill.files} start={shown} />
        </Modal>
      )}
    </section>
  );
}
