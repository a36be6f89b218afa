import type { DriverTask } from '@tongda/contract/driver-app/driver-app';
import { abnormalLevel, abnormalType } from '@tongda/contract/enums/waybill';
import { type ReactNode, useState } from 'react';
import { DriverFrame } from './driver-frame';
import { driverLinks } from './driver-links';
import type { OutboxPhoto, StepDraft } from './outbox-db';
import { PhotoField } from './photo-field';
import type { Driver } from './use-driver';

interface FormProps {
  driver: Driver;
  task: DriverTask;
  busy: boolean;
  act: (step: StepDraft, photos?: OutboxPhoto[]) => Promise<void>;
  close: () => void;
}

interface StepFormProps extends FormProps {
  title: string;
  /** word of the big button, and what it does; null: something is still missing */
  ok: string;
  step: StepDraft | null;
  photos?: OutboxPhoto[];
  danger?: boolean;
  children: ReactNode;
}

/** A step that asks something first: its fields in one card, 返回 and the step itself below. */
function StepForm({
  driver,
  task,
  busy,
  act,
  close,
  title,
  ok,
  step,
  photos,
  danger = false,
  children,
}: StepFormProps) {
  return (
    <DriverFrame
      title={title}
      driver={driver}
      back={driverLinks.task(task.waybillCode)}
      foot={
        <>
          <button type="button" className="drv-big drv-plain" onClick={close}>
            返回
          </button>
          <button
            type="button"
            className={danger ? 'drv-big drv-danger' : 'drv-big'}
            disabled={busy || step === null}
            onClick={() => step && void act(step, photos)}
          >
            {ok}
          </button>
        </>
      }
    >
      <div className="drv-card drv-form">{children}</div>
    </DriverFrame>
  );
}

const reasons = ['车辆故障', '身体不适', '时间冲突', '超载或装不下'] as const;

/** 拒单: why, in a word or one's own. */
export function RefuseForm(props: FormProps) {
  const [reason, setReason] = useState('');
  const { waybillCode } = props.task;
  const said = reason.trim();
  return (
    <StepForm
      {...props}
      title="拒单"
      ok="确认拒单"
      danger
      step={said.length < 2 ? null : { action: 'refuse', waybillCode, reason: said }}
    >
      <label>
        拒单原因
        <textarea
          rows={3}
          maxLength={100}
          value={reason}
          placeholder="至少 2 个字，调度会看到"
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="drv-links">
        {reasons.map((word) => (
          <button type="button" className="drv-chip" key={word} onClick={() => setReason(word)}>
            {word}
          </button>
        ))}
      </div>
    </StepForm>
  );
}

/** 发车: seal, and why it leaves in spite of a warning. */
export function DepartForm(props: FormProps) {
  const [sealNo, setSealNo] = useState(props.task.sealNo ?? '');
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<OutboxPhoto[]>([]);
  const { waybillCode } = props.task;
  return (
    <StepForm
      {...props}
      title="发车"
      ok="确认发车"
      step={{ action: 'depart', waybillCode, sealNo, overrideReason: reason }}
      photos={photos}
    >
      <label>
        铅封号
        <input maxLength={30} value={sealNo} onChange={(event) => setSealNo(event.target.value)} />
      </label>
      <label>
        情况说明
        <textarea
          rows={2}
          maxLength={100}
          value={reason}
          placeholder="厢温、证照等有提醒时请说明，例如：厢温已用手持测温确认"
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <PhotoField photos={photos} onChange={setPhotos} />
    </StepForm>
  );
}

interface ChoiceProps<T> {
  label: string;
  options: ReadonlyArray<{ code: T; name: string }>;
  chosen: readonly T[];
  toggle: (code: T) => void;
}

/** Words to tap; the chosen ones are filled. */
function Choice<T extends string | number>({ label, options, chosen, toggle }: ChoiceProps<T>) {
  return (
    <fieldset className="drv-choice">
      <legend>{label}</legend>
      <div className="drv-links">
        {options.map(({ code, name }) => (
          <button
            type="button"
            className="drv-chip"
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

/** 上报异常: what happened, how bad, which goods, with photos; in a dead zone it waits on the phone like every step. */
export function AbnormalForm(props: FormProps) {
  const [type, setType] = useState<(typeof abnormalType.codes)[number] | null>(null);
  const [level, setLevel] = useState<(typeof abnormalLevel.codes)[number]>(abnormalLevel.minor);
  const [description, setDescription] = useState('');
  const [pieces, setPieces] = useState('');
  const [orderCodes, setOrderCodes] = useState<string[]>([]);
  const [photos, setPhotos] = useState<OutboxPhoto[]>([]);
  const { waybillCode, orders } = props.task;
  const said = description.trim();
  const counted = /^\d{0,6}$/u.test(pieces);
  return (
    <StepForm
      {...props}
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
          options={orders.map(({ orderCode, receiver }) => ({ code: orderCode, name: receiver || orderCode }))}
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
        <p className="drv-fault" role="alert">
          影响件数应为整数
        </p>
      )}
      <PhotoField photos={photos} onChange={setPhotos} />
    </StepForm>
  );
}
