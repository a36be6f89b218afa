import type { BatchLine } from '@tongda/contract/core/register/pieces';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { Modal } from 'antd';
import { useState } from 'react';
import { toast } from '../../../../kit/dialog/notify';
import { HandleForm } from './form';
import '../styles.css';

/** The window takes the focus when it opens; writing begins in it. */
const focusRemark = (open: boolean): void => {
  if (open) document.querySelector<HTMLTextAreaElement>('.ant-modal .watch-alarm-form textarea')?.focus();
};

interface BatchProps {
  rows: ReadonlyArray<Pick<AlarmRow, 'id' | 'version' | 'kind'>>;
  close: () => void;
  /** lists and counts are out of date */
  changed: () => void;
}

/** 批量处理 of alarms: one result and one opinion; what could not be handled stays with its reason. */
export function BatchHandle({ rows, close, changed }: BatchProps) {
  const [failed, setFailed] = useState<BatchLine[]>([]);
  const done = (lines: BatchLine[]): void => {
    const left = lines.filter(({ ok }) => !ok);
    toast(left.length > 0 ? 'warning' : 'success', `已处理 ${lines.length - left.length} 条报警`);
    changed();
    if (left.length === 0) close();
    else setFailed(left);
  };
  return (
    <Modal
      open
      width={440}
      title={`批量处理 ${rows.length} 条报警`}
      footer={null}
      onCancel={close}
      destroyOnHidden
      afterOpenChange={focusRemark}
    >
      {failed.length > 0 ? (
        <ul className="watch-alarm-failed">
          {failed.map(({ id, name, msg }) => (
            <li key={id}>
              <b>{name}</b> {msg}
            </li>
          ))}
        </ul>
      ) : (
        <HandleForm alarms={rows} done={done} cancel={close} failed={changed} />
      )}
    </Modal>
  );
}
