import { upName } from '@tongda/contract/company/profile/calls';
import { Button, Input } from 'antd';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { ActScope, AtField } from '../../../kit/dialog/act-bar';

/** The name of the user, edited in place, with its error below. */
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
  const stop = (): void => setDraft(null);
  const act = useAct(upName, {
    check: true,
    told: '姓名已修改',
    done: async () => {
      await changed();
      stop();
    },
  });
  const save = (): void => {
    if (draft === null || draft.trim() === name) stop();
    else void act.run({ name: draft });
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
    <span className="company-profile-edit">
      <ActScope of={act}>
        <AtField name="name">
          <Input
            aria-label="姓名"
            autoFocus
            value={draft}
            maxLength={10}
            onChange={(event) => {
              setDraft(event.target.value);
              act.clear();
            }}
            onPressEnter={save}
          />
        </AtField>
        <Button type="primary" loading={act.busy} onClick={save}>
          保存
        </Button>
        <Button onClick={stop}>取消</Button>
      </ActScope>
    </span>
  );
}
