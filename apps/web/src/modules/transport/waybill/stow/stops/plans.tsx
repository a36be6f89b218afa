import { stopType } from '@tongda/contract/transport/waybill/enums';
import { type WaybillDetail, type WaybillStop, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import {
  maxServiceMin,
  ordersAt,
  type StopPlan,
  stopPlan,
  stopPlanOf,
} from '@tongda/contract/transport/waybill/stop-plan';
import { DatePicker, InputNumber, Modal } from 'antd';
import dayjs from 'dayjs';
import { Undo2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { EditField } from '../../../../../kit/form/edit-field';
import { none, windowText } from '../../../../../kit/show/format';

const wire = 'YYYY-MM-DD HH:mm:ss';

/** What is being planned: a stop with the window and minutes that it has now. */
export type StopNow = Pick<WaybillStop, 'seq' | 'stopType' | 'name'> &
  Pick<StopPlan, 'windowStart' | 'windowEnd' | 'serviceMin'>;

interface StopPlansProps {
  waybill: WaybillDetail;
  /** the stop whose dialog is open */
  editing: StopNow | null;
  close: () => void;
}

/** 时间窗与停留: time windows and minutes of stay that somebody planned by hand; one click brings back what the orders of a stop say. */
export function StopPlansField({ waybill, editing, close }: StopPlansProps) {
  const show = useCallback(
    (value: unknown) => {
      // the field holds what its table put there
      const plans = Array.isArray(value) ? (value as StopPlan[]) : [];
      return plans.map((plan) => planText(waybill, plan)).join('、') || none;
    },
    [waybill],
  );
  return (
    <EditField name="stopPlans" label={waybillLabels.stopPlans} span={12} show={show}>
      <Plans waybill={waybill} editing={editing} close={close} />
    </EditField>
  );
}

const stopOf = (waybill: WaybillDetail, plan: StopPlan): WaybillStop | undefined =>
  waybill.stops.find((stop) => stopPlanOf([plan], stop.stopType, ordersAt(waybill, stop)));
const planText = (waybill: WaybillDetail, plan: StopPlan): string =>
  `${stopOf(waybill, plan)?.name ?? plan.orderCodes[0]} ${windowText(plan.windowStart, plan.windowEnd)} 停留${plan.serviceMin}分钟`;

function Plans(props: StopPlansProps & { value?: StopPlan[]; onChange?: (plans: StopPlan[]) => void }) {
  const { waybill, editing, close, value = [], onChange } = props;
  const save = (plan: StopPlan): void => {
    const others = value.filter((one) => !stopPlanOf([one], plan.stopType, plan.orderCodes));
    onChange?.([...others, plan]);
    close();
  };
  return (
    <>
      {value.length === 0 ? (
        <span className="td-cap">各站按订单的要求到达时间和卸货时长；点一行末尾的铅笔可单独调整</span>
      ) : (
        <ul className="transport-waybill-plans">
          {value.map((plan) => (
            <li key={`${plan.stopType} ${plan.orderCodes[0]}`}>
              {planText(waybill, plan)}
              <button
                type="button"
                className="td-plain kit-table-word"
                onClick={() => onChange?.(value.filter((one) => one !== plan))}
              >
                <Undo2 className="td-ico" /> 恢复为订单要求
              </button>
            </li>
          ))}
        </ul>
      )}
      {editing ? <StopDialog waybill={waybill} stop={editing} save={save} close={close} /> : null}
    </>
  );
}

interface StopDialogProps {
  waybill: WaybillDetail;
  stop: StopNow;
  save: (plan: StopPlan) => void;
  close: () => void;
}

function StopDialog({ waybill, stop, save, close }: StopDialogProps) {
  const [windowStart, setStart] = useState(stop.windowStart);
  const [windowEnd, setEnd] = useState(stop.windowEnd);
  const [serviceMin, setService] = useState<number | null>(stop.serviceMin);
  const checked = stopPlan.safeParse({
    stopType: stop.stopType,
    orderCodes: ordersAt(waybill, stop),
    windowStart,
    windowEnd,
    serviceMin,
  });
  const picker = (label: string, time: string | null, put: (time: string | null) => void) => (
    <div className="transport-waybill-field">
      {label}
      <DatePicker
        aria-label={label}
        value={time ? dayjs(time) : null}
        format="YYYY-MM-DD HH:mm"
        showTime={{ format: 'HH:mm' }}
        onChange={(day) => put(day ? day.second(0).format(wire) : null)}
      />
    </div>
  );
  return (
    <Modal
      open
      width={420}
      title={`${stop.name} ${stop.stopType === stopType.load ? '装货' : '卸货'}`}
      okText="确定"
      okButtonProps={{ disabled: !checked.success }}
      onOk={() => checked.success && save(checked.data)}
      onCancel={close}
    >
      <div className="transport-waybill-sign">
        {picker('时间窗开始', windowStart, setStart)}
        {picker('时间窗结束', windowEnd, setEnd)}
        <div className="transport-waybill-field">
          停留分钟
          <InputNumber
            aria-label="停留分钟"
            value={serviceMin}
            min={0}
            max={maxServiceMin}
            precision={0}
            suffix="分钟"
            onChange={setService}
          />
        </div>
        {checked.success ? (
          <p className="td-cap">只改这张运单的计划，不改订单的要求到达时间。早到的车等到时间窗开始。</p>
        ) : (
          <p className="transport-waybill-warn" role="alert">
            {serviceMin === null ? '请输入停留分钟' : checked.error.issues[0]?.message}
          </p>
        )}
      </div>
    </Modal>
  );
}
