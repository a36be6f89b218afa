import { groupRules } from '@tongda/contract/watch/vehicle-group/calls';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../kit/call/api-error';

interface NameDialogProps {
  title: string;
  initial: string;
  save: (name: string) => Promise<void>;
  close: () => void;
}

/** A group's name; what the server says about it stands under the field. */
export function NameDialog({ title, initial, save, close }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const text = name.trim();
    if (text === '') return setError('请输入分组名称');
    if (text === initial) return close();
    setBusy(true);
    try {
      await save(text);
      close();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : '保存失败，请稍后重试');
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={400}
      title={title}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={close}
    >
      <Input
        aria-label="分组名称"
        autoFocus
        value={name}
        maxLength={groupRules.nameMaxChars}
        showCount
        placeholder="如：医药专线、周末值班"
        status={error ? 'error' : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
        onPressEnter={() => void submit()}
      />
      <div className="td-name-error" role="alert">
        {error}
      </div>
    </Modal>
  );
}
