import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { type ReactNode, useState } from 'react';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import type { OutboxPhoto, StepDraft } from '../offline/outbox-db';
import type { Driver } from '../use-driver';
import { PhotoField } from './photo-field';

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

/** The form of a step that asks something first: fields in one card, below them 返回 and the button of the step. */
export function StepForm({
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
          <button type="button" className="transport-driver-app-big transport-driver-app-plain" onClick={close}>
            返回
          </button>
          <button
            type="button"
            className={danger ? 'transport-driver-app-big transport-driver-app-danger' : 'transport-driver-app-big'}
            disabled={busy || step === null}
            onClick={() => step && void act(step, photos)}
          >
            {ok}
          </button>
        </>
      }
    >
      <div className="transport-driver-app-card transport-driver-app-form">{children}</div>
    </DriverFrame>
  );
}

const reasons = ['车辆故障', '身体不适', '时间冲突', '超载或装不下'] as const;

/** 拒单: the driver taps one of the usual reasons or types his own. */
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
      <div className="transport-driver-app-links">
        {reasons.map((word) => (
          <button type="button" className="transport-driver-app-chip" key={word} onClick={() => setReason(word)}>
            {word}
          </button>
        ))}
      </div>
    </StepForm>
  );
}

/** 发车: the seal number, and the reason when the truck leaves in spite of a warning. */
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
