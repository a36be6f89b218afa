import type { DriverTask } from '@tongda/contract/driver-app/driver-app';
import { useState } from 'react';
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

const reasons = ['车辆故障', '身体不适', '时间冲突', '超载或装不下'] as const;

/** 拒单: why, in a word or one's own. */
export function RefuseForm({ driver, task, busy, act, close }: FormProps) {
  const [reason, setReason] = useState('');
  const { waybillCode } = task;
  return (
    <DriverFrame
      title="拒单"
      driver={driver}
      back={driverLinks.task(waybillCode)}
      foot={
        <>
          <button type="button" className="drv-big drv-plain" onClick={close}>
            返回
          </button>
          <button
            type="button"
            className="drv-big drv-danger"
            disabled={busy || reason.trim().length < 2}
            onClick={() => void act({ action: 'refuse', waybillCode, reason: reason.trim() })}
          >
            确认拒单
          </button>
        </>
      }
    >
      <div className="drv-card drv-form">
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
      </div>
    </DriverFrame>
  );
}

/** 发车: seal, and why it leaves in spite of a warning. */
export function DepartForm({ driver, task, busy, act, close }: FormProps) {
  const [sealNo, setSealNo] = useState(task.sealNo ?? '');
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<OutboxPhoto[]>([]);
  const { waybillCode } = task;
  return (
    <DriverFrame
      title="发车"
      driver={driver}
      back={driverLinks.task(waybillCode)}
      foot={
        <>
          <button type="button" className="drv-big drv-plain" onClick={close}>
            返回
          </button>
          <button
            type="button"
            className="drv-big"
            disabled={busy}
            onClick={() => void act({ action: 'depart', waybillCode, sealNo, overrideReason: reason }, photos)}
          >
            确认发车
          </button>
        </>
      }
    >
      <div className="drv-card drv-form">
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
      </div>
    </DriverFrame>
  );
}
