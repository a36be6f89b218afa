import { Input, Modal } from 'antd';
import { useState } from 'react';
import { reportError } from '../../../kit/dialog/notify';

const shortest = 2;

interface ReasonDialogProps {
  title: string;
  /** what the reason is called: 作废原因 */
  label: string;
  ok: string;
  hint?: string;
  run: (reason: string) => Promise<void>;
  close: () => void;
}

/** Asks why before something that cannot simply be undone. */
export function ReasonDialog({ title, label, ok, hint, run, close }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await run(reason.trim());
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={420}
      title={title}
      okText={ok}
      okButtonProps={{ danger: true, disabled: reason.trim().length < shortest, loading: busy }}
      onOk={() => void go()}
      onCancel={close}
    >
      {hint ? <p className="td-cap">{hint}</p> : null}
      <Input.TextArea
        aria-label={label}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        placeholder={`${label}，至少2个字`}
        maxLength={100}
        showCount
        autoSize={{ minRows: 2, maxRows: 4 }}
      />
    </Modal>
  );
}
