import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { abnormalLevel, abnormalType } from '@tongda/contract/transport/waybill/enums';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { driverLinks } from '../links';
import type { OutboxPhoto } from '../offline/outbox-db';
import type { Driver } from '../use-driver';
import { StepForm } from './forms';
import { NoTask } from './page';
import { PhotoField } from './photo-field';
import { useStep } from './use-step';

interface ChoiceProps<T> {
  label: string;
  options: ReadonlyArray<{ code: T; name: string }>;
  chosen: readonly T[];
  toggle: (code: T) => void;
}

/** Words to tap; the chosen ones are filled. */
function Choice<T extends string | number>({ label, options, chosen, toggle }: ChoiceProps<T>) {
  return (
    <fieldset className="transport-driver-app-choice">
      <legend>{label}</legend>
      <div className="transport-driver-app-links">
        {options.map(({ code, name }) => (
          <button
            type="button"
            className="transport-driver-app-chip"
            key={code}
            aria-pressed={chosen.includes(code)}
            onClick={() => toggle(code)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const shortest = 5;

interface DriverAbnormalProps {
  driver: Driver & { tasks: DriverTask[] };
  waybillCode: string;
}

/** 上报异常 of one trip: what happened, how bad, which goods, with photos; in a dead zone it waits on the phone like every step. */
export function DriverAbnormal({ driver, waybillCode }: DriverAbnormalProps) {
  const task = driver.tasks.find((one) => one.waybillCode === waybillCode);
  if (task) return <AbnormalForm driver={driver} task={task} />;
  return <NoTask driver={driver} waybillCode={waybillCode} />;
}

function AbnormalForm({ driver, task }: { driver: Driver; task: DriverTask }) {
  const navigate = useNavigate();
  const { busy, fault, act } = useStep(driver);
  const [type, setType] = useState<(typeof abnormalType.codes)[number] | null>(null);
  const [level, setLevel] = useState<(typeof abnormalLevel.codes)[number]>(abnormalLevel.minor);
  const [description, setDescription] = useState('');
  const [pieces, setPieces] = useState('');
  const [orderCodes, setOrderCodes] = useState<string[]>([]);
  const [photos, setPhotos] = useState<OutboxPhoto[]>([]);
  const { waybillCode, orders } = task;
  const back = (state?: { done: string }): void =>
    void navigate(driverLinks.task(waybillCode), { replace: true, state });
  const said = description.trim();
  const counted = /^\d{0,6}$/u.test(pieces);
  // several orders for one receiver are told apart by their numbers
  const nameOf = (code: string, receiver: string): string => {
    if (receiver === '') return code;
    const alone = orders.filter((one) => one.receiver === receiver).length === 1;
    return alone ? receiver : `${receiver} ${code}`;
  };
  return (
    <StepForm
      driver={driver}
      task={task}
      busy={busy}
      act={async (step, taken) => {
        if (await act(step, taken)) back({ done: '异常已记下，调度会跟进' });
      }}
      close={() => back()}
      title="上报异常"
      ok="提交"
      step={
        type === null || said.length < shortest || !counted
          ? null
          : {
              action: 'abnormal',
              waybillCode,
              abnormalType: type,
              abnormalLevel: level,
              description: said,
              orderCodes,
              affectPieces: pieces === '' ? null : Number(pieces),
            }
      }
      photos={photos}
    >
      {fault ? (
        <p className="transport-driver-app-fault" role="alert">
          {fault}
        </p>
      ) : null}
      <Choice label="异常类型" options={abnormalType.options} chosen={type === null ? [] : [type]} toggle={setType} />
      <Choice label="严重程度" options={abnormalLevel.options} chosen={[level]} toggle={setLevel} />
      <label>
        情况描述
        <textarea
          rows={3}
          maxLength={500}
          value={description}
          placeholder="发生了什么，至少 5 个字，例如：冷机停机，厢温升到 -9 度"
          onChange={(event) => setDescription(event.target.value)}
        />
      </label>
      {orders.length > 1 ? (
        <Choice
          label="涉及订单（不选为整车）"
          options={orders.map(({ orderCode, receiver }) => ({ code: orderCode, name: nameOf(orderCode, receiver) }))}
          chosen={orderCodes}
          toggle={(code) =>
            setOrderCodes(orderCodes.includes(code) ? orderCodes.filter((one) => one !== code) : [...orderCodes, code])
          }
        />
      ) : null}
      <label>
        影响件数
        <input
          inputMode="numeric"
          value={pieces}
          placeholder="可不填"
          onChange={(event) => setPieces(event.target.value.trim())}
        />
      </label>
      {counted ? null : (
        <p className="transport-driver-app-fault" role="alert">
          影响件数应为整数
        </p>
      )}
      <PhotoField photos={photos} onChange={setPhotos} />
    </StepForm>
  );
}
