import { upName } from '@tongda/contract/company/profile/calls';
import { Button, Input } from 'antd';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { toast } from '../../../kit/dialog/notify';

/** The name, changed in place; the rule's sentence stands under it. */
export function NameLine({
  name,
  editable,
  changed,
}: {
  name: string;
  editable: boolean;
  changed: () => Promise<void>;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const stop = (): void => {
    setDraft(null);
    setError(null);
  };
  const save = async (): Promise<void> => {
    if (draft === null || draft.trim() === name) return stop();
    const parsed = upName.input.safeParse({ name: draft });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? '姓名格式错误');
    setBusy(true);
    try {
      await call(upName, { name: draft });
      await changed();
      toast('success', '姓名已修改');
      stop();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : '保存失败，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  if (draft === null) {
    return (
      <>
        {name}
        {editable ? (
          <Button type="text" icon={<Pencil />} aria-label="修改姓名" onClick={() => setDraft(name)} />
        ) : null}
      </>
    );
  }
  return (
    <span className="td-profile-edit">
      <Input
        aria-label="姓名"
        autoFocus
        value={draft}
        maxLength={10}
        status={error ? 'error' : undefined}
        onChange={(event) => {
          setDraft(event.target.value);
          setError(null);
        }}
        onPressEnter={() => void save()}
      />
      <Button type="primary" loading={busy} onClick={() => void save()}>
        保存
      </Button>
      <Button onClick={stop}>取消</Button>
      {error ? <small role="alert">{error}</small> : null}
    </span>
  );
}
